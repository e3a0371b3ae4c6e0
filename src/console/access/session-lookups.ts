import { Injectable } from '@nestjs/common';
import { LookupTurns } from '../../admin/access/lookup-turns.js';
import {
  OperatorSessions,
  type SessionPrincipal,
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
  find(secret: string, address: string | null): Promise<SessionPrincipal | undefined> {
    return this.inTurn(address, () => this.sessions.find(secret));
  }
}
