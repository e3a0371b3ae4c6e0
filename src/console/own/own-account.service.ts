import { Injectable } from '@nestjs/common';
import { OperatorManagement } from '../../operators/management/operator-management.service.js';
import type { Operator } from '../../operators/people/operators.repository.js';
import {
  OperatorSessions,
  type SessionPrincipal,
} from '../../operators/sessions/operator-sessions.service.js';
import type { ListedSession } from '../../operators/sessions/sessions.repository.js';

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
