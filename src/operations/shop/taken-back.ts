import type { AuditEntryDto } from './audit.lists.js';
import { auditTakeBack } from './audit.operations.js';

/** What decides whether a change is taken back. */
export type TakingBackFacts = Pick<AuditEntryDto, 'id' | 'outcome' | 'details' | 'after'>;

/** Selects entries among which those that have taken a change back are. */
export const takingBacksSince = ({ at }: AuditEntryDto) => ({
  ...{ action: auditTakeBack.name, from: at },
});

/**
 * The entry that has taken a change back; undefined while the change holds. What has taken it back may have been taken back itself.
 * @param entries newest first
 */
export function takingBackIn<Entry extends TakingBackFacts>(
  entries: readonly Entry[],
  id: string,
): Entry | undefined {
  return entries.find(
    ({ id: own, outcome, details, after }) =>
      outcome === 'done' &&
      String(details.entry) === id &&
      after?.back !== 0 &&
      !takingBackIn(entries, own),
  );
}

/** True if a taking back has left nothing of the change. */
export function isWhole({ after }: Pick<AuditEntryDto, 'after'>): boolean {
  return !after || !('stayed' in after || 'left_settings' in after);
}
