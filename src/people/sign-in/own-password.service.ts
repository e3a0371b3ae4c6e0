import { Injectable } from '@nestjs/common';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf, type RequestOrigin } from '../changes/change-author.js';
import { PasswordHashing } from '../passwords/password-hashing.js';
import { passwordFault } from '../passwords/password-rules.js';
import { CredentialsRepository } from '../operators/credentials.repository.js';
import { assertStage, type SessionPrincipal } from '../sessions/operator-sessions.service.js';
import { addressSubject, codeSubject } from './attempt-subject.js';
import { PasswordProof } from './password-proof.js';
import { SessionStarts } from './session-starts.js';

/** The change of an operator's own password, which needs the present one. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly proof: PasswordProof,
    private readonly passwords: PasswordHashing,
    private readonly credentials: CredentialsRepository,
    private readonly starts: SessionStarts,
    private readonly changes: AuditedChanges,
  ) {}

  /**
   * Ends all other sessions of the operator.
   * @throws SessionInvalidError, also for a session that is not `full`; OperatorInputError for an unsuitable password; and as a sign-in
   */
  async change(
    principal: SessionPrincipal,
    { present, next }: { readonly present: string; readonly next: string },
    origin: RequestOrigin,
  ): Promise<void> {
    assertStage(principal, ['full']);
    const { operatorId, name } = principal;
    const fault = passwordFault(next, name);
    if (fault) throw fault;
    const subjects = [codeSubject(operatorId), addressSubject(origin.address)];
    const proven = await this.proof.prove(name, present, subjects);
    const hash = await this.proof.unlessBusy(subjects, () => this.passwords.hash(next));
    const action = { name: 'operator set-password', details: { operator: name } };
    await this.changes.run(authorOf(principal, origin), action, async (manager) => {
      await this.starts.keepOnly(manager, principal, proven);
      await this.credentials.setPassword(manager, operatorId, hash);
      return { result: undefined, before: { password: true }, after: { password: true } };
    });
    await this.proof.takeBack(subjects);
  }
}
