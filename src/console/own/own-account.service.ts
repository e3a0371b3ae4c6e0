import { Injectable } from '@nestjs/common';
import { OperatorManagement } from '../../people/management/operator-management.service.js';
import type { Operator } from '../../people/operators/operators.repository.js';
import {
  OperatorSessions,
  type SessionPrincipal,
} from '../../people/sessions/operator-sessions.service.js';
import type { ListedSession } from '../../people/sessions/sessions.repository.js';

/** What an operator sees of itself. */
export interface OwnFacts {
  readonly operator: Operator;
  readonly sessions: readonly ListedSession[];
}

/** Reads what operators see of themselves. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly operators: OperatorManagement,
    private readonly sessions: OperatorSessions,
  ) {}

  async of(principal: SessionPrincipal): Promise<OwnFacts> {
    const operator = await this.operators.get(principal.name);
    return { operator, sessions: await this.sessions.list(principal) };
  }
}
