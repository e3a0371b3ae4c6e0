import { Injectable } from '@nestjs/common';
import { LookupTurns } from '../../admin/access/lookup-turns.js';
import type { RequestOrigin } from '../../operators/changes/change-author.js';
import {
  OperatorSessions,
  type SessionPrincipal,
  type SessionUse,
} from '../../operators/sessions/operator-sessions.service.js';

/** Finds operators by their sessions. */
@Injectable()
export class SessionLookups extends LookupTurns {
  constructor(private readonly sessions: OperatorSessions) {
    super();
  }

  /**
   * @param address null if it is unknown.
   * @throws ProblemError when too many wait
   */
  find(
    secret: string,
    address: string | null,
    use: SessionUse = 'noted',
  ): Promise<SessionPrincipal | undefined> {
    return this.inTurn(address, () => this.sessions.find(secret, use));
  }

  /** Ends a session of whatever stage; nothing if it has ended. @throws ProblemError when too many wait */
  end(secret: string, origin: RequestOrigin): Promise<void> {
    return this.inTurn(origin.address, () => this.sessions.endOf(secret, origin));
  }
}
