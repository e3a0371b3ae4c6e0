import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { sentence } from '../../common/sentence.js';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf, type RequestOrigin } from '../changes/change-author.js';
import { OperatorStateError } from '../operators.errors.js';
import { CredentialsRepository } from '../operators/credentials.repository.js';
import { assertStage, type SessionPrincipal } from '../sessions/operator-sessions.service.js';
import { TwoFactor, type OfferedSecret } from '../two-factor/two-factor.service.js';
import { addressSubject, codeSubject } from './attempt-subject.js';
import { PasswordProof } from './password-proof.js';
import { SignInAttempts } from './sign-in-attempts.js';

/** What an operator in a session does about its own second factor; `SecondFactorSignIn.enrol` turns it on. */
@Injectable()
export class OwnTwoFactor {
  constructor(
    private readonly proof: PasswordProof,
    private readonly factor: TwoFactor,
    private readonly credentials: CredentialsRepository,
    private readonly attempts: SignInAttempts,
    private readonly changes: AuditedChanges,
  ) {}

  /**
   * Makes a secret for an authenticator.
   * @param present the password; null in a session that begins with setting the second factor up.
   * @throws SessionInvalidError; OperatorStateError if it is on; SecretKeyMissingError; and as a sign-in
   */
  async offer(
    principal: SessionPrincipal,
    present: string | null,
    origin: RequestOrigin,
  ): Promise<OfferedSecret> {
    assertStage(principal, ['enrol', 'full']);
    const { operatorId: id, name, stage } = principal;
    if (stage === 'full') await this.proof.again(principal, present ?? '', origin);
    return this.factor.offer({ id, name });
  }

  /**
   * Turns it off, by a code of the authenticator or a recovery code.
   * @throws SessionInvalidError; OperatorStateError if an owner requires it; SignInRefusedError, SignInDelayedError,
   * SignInBusyError
   */
  async turnOff(principal: SessionPrincipal, typed: string, origin: RequestOrigin): Promise<void> {
    assertStage(principal, ['full']);
    const { operatorId, name } = principal;
    // Before the attempt is counted, since this is no wrong code.
    await this.assertNotRequired(operatorId);
    const subjects = [codeSubject(operatorId), addressSubject(origin.address)];
    await this.attempts.claim(subjects);
    const action = { name: 'operator two-factor off', details: { operator: name } };
    await this.changes.run(authorOf(principal, origin), action, async (manager) => {
      await this.factor.use(manager, operatorId, typed);
      await this.assertNotRequired(operatorId, manager);
      await this.credentials.clearTotp(manager, operatorId);
      return { result: undefined, before: { two_factor: true }, after: { two_factor: false } };
    });
    await this.attempts.takeBack(subjects);
  }

  private async assertNotRequired(operatorId: number, manager?: EntityManager): Promise<void> {
    const present = await this.credentials.ofId(operatorId, manager);
    if (present?.twoFactorRequired === true) {
      throw new OperatorStateError(...sentence('two-factor.required'));
    }
  }
}
