import { Injectable } from '@nestjs/common';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf } from '../changes/change-author.js';
import {
  deviceText,
  type SessionPrincipal,
  type StartedSession,
} from '../sessions/operator-sessions.service.js';
import type { SessionStage } from '../sessions/session-validity.js';
import { TwoFactor } from '../two-factor/two-factor.service.js';
import { codeSubject, nameSubject } from './attempt-subject.js';
import { SessionStarts } from './session-starts.js';
import { SignInAttempts } from './sign-in-attempts.js';
import type { SignInOrigin } from './sign-in.service.js';
import { SignInTurns } from './sign-in-turns.js';

/** A session of an operator who has just turned the second factor on. */
export interface EnrolledSession extends StartedSession {
  /** They are stored as hashes only, so this is the only time when they can be shown. */
  readonly recoveryCodes: readonly string[];
}

/** The second factor of a sign-in: its code, or setting it up. Both answer with a session of another secret. */
@Injectable()
export class SecondFactorSignIn {
  constructor(
    private readonly attempts: SignInAttempts,
    private readonly turns: SignInTurns,
    private readonly factor: TwoFactor,
    private readonly starts: SessionStarts,
    private readonly changes: AuditedChanges,
  ) {}

  /**
   * @param secret of a session that waits for a code.
   * @param typed a code of the authenticator, or a recovery code.
   * @throws SessionInvalidError, SignInRefusedError, SignInDelayedError, SignInBusyError
   */
  async withCode(secret: string, typed: string, origin: SignInOrigin): Promise<StartedSession> {
    const session = await this.claimed(secret, ['code']);
    const { operatorId, name } = session;
    const details = { operator: name, device: deviceText(origin.device) };
    const action = { name: 'operator sign-in', details };
    const started = await this.changes.run(authorOf(session, origin), action, async (manager) => {
      // Locks the operator, so that codes are used one after the other.
      const result = await this.starts.replace(manager, session, 'full', origin);
      const factor = await this.factor.use(manager, operatorId, typed);
      await this.attempts.forget(manager, [nameSubject(name), codeSubject(operatorId)]);
      // The entry of the first step tells whether it was the password or a link.
      return { result, before: null, after: { factors: [factor], stage: 'full' } };
    });
    // That of the password.
    await this.attempts.takeBack(await this.turns.subjectsOf(name, origin));
    return started;
  }

  /**
   * Turns the second factor on by the first code of an authenticator, and ends all other sessions of the operator.
   * @param secret of a session that is to set it up, or of one that may do everything.
   * @throws SessionInvalidError, SignInRefusedError, SignInDelayedError, SignInBusyError
   */
  async enrol(secret: string, typed: string, origin: SignInOrigin): Promise<EnrolledSession> {
    const session = await this.claimed(secret, ['enrol', 'full']);
    const { operatorId, name } = session;
    const action = { name: 'operator two-factor on', details: { operator: name } };
    const enrolled = await this.changes.run(authorOf(session, origin), action, async (manager) => {
      const started = await this.starts.replace(manager, session, 'full', origin);
      const recoveryCodes = await this.factor.confirm(manager, operatorId, typed);
      await this.starts.endOthers(manager, operatorId, started);
      await this.attempts.forget(manager, [nameSubject(name), codeSubject(operatorId)]);
      const result = { ...started, recoveryCodes };
      return { result, before: { two_factor: false }, after: { two_factor: true } };
    });
    // That of the password, if this ends a sign-in.
    if (session.stage === 'enrol') {
      await this.attempts.takeBack(await this.turns.subjectsOf(name, origin));
    }
    return enrolled;
  }

  /** Finds the session and counts the attempt, for the operator alone: strangers at its address have proven no password. */
  private async claimed(
    secret: string,
    stages: readonly SessionStage[],
  ): Promise<SessionPrincipal> {
    const session = await this.starts.ofStage(secret, stages);
    await this.attempts.claim([codeSubject(session.operatorId)]);
    return session;
  }
}
