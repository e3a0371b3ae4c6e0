import { Injectable } from '@nestjs/common';
import { hashOfToken } from '../../account/access/token-secret.js';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf } from '../changes/change-author.js';
import { LinksRepository } from '../links/links.repository.js';
import { LinkInvalidError } from '../operators.errors.js';
import { actorOf } from '../operators/operator-name.js';
import { OperatorsRepository } from '../operators/operators.repository.js';
import { deviceText, type StartedSession } from '../sessions/operator-sessions.service.js';
import { nameSubject } from './attempt-subject.js';
import { SessionStarts } from './session-starts.js';
import { SignInAttempts } from './sign-in-attempts.js';
import type { SignInOrigin } from './sign-in.service.js';

/** Signs operators in by one-time links from the terminal, for when strangers fill the usual sign-in. */
@Injectable()
export class LinkSignIn {
  constructor(
    private readonly links: LinksRepository,
    private readonly operators: OperatorsRepository,
    private readonly starts: SessionStarts,
    private readonly attempts: SignInAttempts,
    private readonly changes: AuditedChanges,
  ) {}

  /** Uses the link up; of concurrent calls one succeeds. @throws LinkInvalidError */
  async begin(secret: string, origin: SignInOrigin): Promise<StartedSession> {
    const hash = hashOfToken(secret);
    const { operatorId, name, signsIn } = (await this.links.find(hash)) ?? {};
    const operator = name ? await this.operators.find(name) : undefined;
    if (!signsIn || !operatorId || !operator) throw new LinkInvalidError();
    const author = authorOf({ actor: actorOf(operator.name), role: operator.role }, origin);
    const details = { operator: operator.name, device: deviceText(origin.device) };
    const action = { name: 'operator sign-in', details };
    return this.changes.run(author, action, async (manager) => {
      const result = await this.starts.beginWithoutPassword(manager, operatorId, origin);
      if (!result || !(await this.links.use(manager, hash))) throw new LinkInvalidError();
      if (result.stage === 'full') {
        await this.attempts.forget(manager, [nameSubject(operator.name)]);
      }
      return { result, before: null, after: { factors: ['link'], stage: result.stage } };
    });
  }
}
