import { Injectable } from '@nestjs/common';
import { StrangerTurns } from '../../admin/access/stranger-turns.js';
import type { RequestOrigin } from '../../people/changes/change-author.js';
import {
  OperatorSessions,
  type SessionPrincipal,
  type SessionUse,
} from '../../people/sessions/operator-sessions.service.js';

/** Finds operators by their sessions. */
@Injectable()
export class SessionLookups {
  constructor(
    private readonly sessions: OperatorSessions,
    private readonly strangers: StrangerTurns,
  ) {}

  /**
   * @param address null if it is unknown.
   * @throws ProblemError when no turn comes
   */
  find(
    secret: string,
    address: string | null,
    use: SessionUse = 'noted',
  ): Promise<SessionPrincipal | undefined> {
    return this.strangers.inTurn(address, () => this.sessions.find(secret, use));
  }

  /** Ends a session of whatever stage; nothing if it has ended. @throws ProblemError when no turn comes */
  end(secret: string, origin: RequestOrigin): Promise<void> {
    return this.strangers.inTurn(origin.address, () => this.sessions.endOf(secret, origin));
  }
}
