import { Injectable } from '@nestjs/common';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf, type RequestOrigin } from '../changes/change-author.js';
import { actorOf, normalName } from '../operators/operator-name.js';
import { deviceText, type StartedSession } from '../sessions/operator-sessions.service.js';
import { nameSubject } from './attempt-subject.js';
import { SessionStarts } from './session-starts.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { SignInTurns, type PasswordOrigin } from './sign-in-turns.js';

/** From where somebody signs in. */
export type SignInOrigin = RequestOrigin & PasswordOrigin;

/**
 * Signs operators in by name and password. Where a second factor is on or required, the session is good for that alone;
 * see `SecondFactorSignIn`.
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly turns: SignInTurns,
    private readonly attempts: SignInAttempts,
    private readonly starts: SessionStarts,
    private readonly changes: AuditedChanges,
  ) {}

  /** @throws SignInRefusedError, SignInDelayedError, SignInBusyError */
  async withPassword(
    { name: typed, password }: { readonly name: string; readonly password: string },
    origin: SignInOrigin,
  ): Promise<StartedSession> {
    const name = normalName(typed);
    const { proven, counted } = await this.turns.prove(name, password, origin);
    const author = authorOf({ actor: actorOf(name), role: proven.role }, origin);
    const details = { operator: name, device: deviceText(origin.device) };
    const action = { name: 'operator sign-in', details };
    const session = await this.changes.run(author, action, async (manager) => {
      const result = await this.starts.begin(manager, proven, origin);
      if (result.stage === 'full') await this.attempts.forget(manager, [nameSubject(name)]);
      const after = { factors: ['password'], stage: result.stage };
      return { result, before: null, after };
    });
    const others = counted.filter(({ kind }) => kind !== 'name');
    if (session.stage === 'full') await this.attempts.takeBack(others);
    return session;
  }
}
