import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { AuditSearch, type FoundEntry } from '../../upkeep/audit/audit-search.repository.js';
import { operation, type Asked, type Work } from '../operation.js';
import {
  auditTakeBack,
  notTakenBack,
  type TakenBackDto,
  type TakingBackDto,
} from './audit.operations.js';
import { isUndoable } from './undo-table.js';

/** Somebody has changed since what was to be undone. */
export class ChangedSinceError extends ConflictError {
  constructor(readonly taken: TakenBackDto) {
    super(...sentence('undo.changed-since'));
  }
}

/**
 * Takes an own change back within a minute after it, as a whole or not at all. Only pages ask for it, where the change was made, so
 * it needs no permission but those of what it changes.
 */
export const undo = operation({
  ...auditTakeBack,
  prepare: async (asked: Asked<TakingBackDto>) => {
    const { services, id, by } = asked;
    const action = await services(AuditSearch).recentOf(id, by.actor);
    if (action === undefined) throw new ConflictError(...sentence('undo.too-late'));
    if (!isUndoable(action)) throw notTakenBack();
    return auditTakeBack.prepare?.(asked);
  },
  run: async (work: Work<FoundEntry, TakingBackDto>) => {
    const outcome = await auditTakeBack.run(work);
    if (outcome && outcome.answer.left > 0) throw new ChangedSinceError(outcome.answer);
    return outcome;
  },
});
