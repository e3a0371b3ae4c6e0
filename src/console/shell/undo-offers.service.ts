import { Injectable } from '@nestjs/common';
import { idKey } from '../../operations/lists/page.js';
import { isUndoable } from '../../operations/shop/undo-table.js';
import { AuditSearch } from '../../upkeep/audit/audit-search.repository.js';
import type { Visit } from '../visit/visit.js';

/** The parameter by which a page knows of the change that has led to it. */
export const UNDO_PARAMETER = 'undo';

/** Which change a page may offer to undo. */
@Injectable()
export class UndoOffers {
  constructor(private readonly audit: AuditSearch) {}

  /** The entry that the address names, if the operator has just made it. A page without it is better than none. */
  async of({ query, operator }: Visit): Promise<number | undefined> {
    const id = idKey([query.get(UNDO_PARAMETER) ?? '']);
    if (id === undefined || !operator) return undefined;
    const found = this.audit.recentOf(id, operator.author.actor);
    const action = await found.catch(() => undefined);
    return action !== undefined && isUndoable(action) ? id : undefined;
  }
}
