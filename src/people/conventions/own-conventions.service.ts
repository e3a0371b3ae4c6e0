import { Injectable } from '@nestjs/common';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf, type RequestOrigin } from '../changes/change-author.js';
import type { OperatorPrincipal } from '../operators/operator-principal.js';
import { ConventionsRepository, type ChosenConventions } from './conventions.repository.js';

/** What operators choose for themselves: in which language, time zone and week they read. */
@Injectable()
export class OwnConventions {
  constructor(
    private readonly conventions: ConventionsRepository,
    private readonly changes: AuditedChanges,
  ) {}

  /** What is left out stays; null is as the shop has it. Pages of open sessions follow with the next request. */
  async set(
    principal: OperatorPrincipal,
    change: Partial<ChosenConventions>,
    origin: RequestOrigin,
  ): Promise<void> {
    const { operatorId, name } = principal;
    const action = { name: 'operator set-conventions', details: { operator: name } };
    await this.changes.run(authorOf(principal, origin), action, async (manager) => {
      const before = await this.conventions.lockedOfOperator(manager, operatorId);
      const after = { ...before, ...change };
      await this.conventions.setOfOperator(manager, operatorId, after);
      return { result: undefined, before: told(before), after: told(after) };
    });
  }
}

/** As the audit tells them. */
function told({ language, timeZone, weekStart }: ChosenConventions) {
  return { language, time_zone: timeZone, week_start: weekStart };
}
