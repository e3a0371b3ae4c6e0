import { ConflictError } from '../../../common/app-error.js';

/** What is stored: being read, being compared, compared, without a valid catalog, or applied. */
export type StoredState = 'reading' | 'comparing' | 'ready' | 'refused' | 'applied';

/** What is shown: `interrupted` if the server that worked on it has not been heard of for a minute. */
export type ImportState = StoredState | 'interrupted';

/** A server that works on an import says so each second. */
export const SILENT_SECONDS = 60;

/** @param silentSeconds since the server that works on it was last heard of. */
export function shownState(state: StoredState, silentSeconds: number): ImportState {
  const isWork = state === 'reading' || state === 'comparing';
  return isWork && silentSeconds > SILENT_SECONDS ? 'interrupted' : state;
}

/** Why an import cannot be applied in each state; null where it can. */
const NOT_APPLICABLE: Readonly<Record<ImportState, string | null>> = {
  reading: 'The file is still being read.',
  comparing: 'The file is still being compared with the catalog.',
  interrupted: 'The file was not compared to the end; compare it again, or upload it again.',
  refused: 'The file holds no valid catalog.',
  ready: null,
  applied: 'The difference has been applied already.',
};

/**
 * Checks that a difference may be applied.
 * @param digest of the present difference; null without one. @param shown that of the difference which the operator has seen.
 * @throws ConflictError
 */
export function assertApplicable(state: ImportState, digest: string | null, shown: string): void {
  const reason = NOT_APPLICABLE[state];
  if (reason !== null) throw new ConflictError(reason);
  if (digest !== shown) {
    throw new ConflictError('The file has been compared again; look at its present difference.');
  }
}

/** Why an import cannot be compared again in each state; null where it can. */
const NOT_COMPARABLE: Readonly<Record<ImportState, string | null>> = {
  ...NOT_APPLICABLE,
  interrupted: null,
};

/** @param isRead false if not all of its rows are stored. @throws ConflictError */
export function assertComparable(state: ImportState, isRead: boolean): void {
  const reason = NOT_COMPARABLE[state];
  if (reason !== null) throw new ConflictError(reason);
  if (!isRead) throw new ConflictError('The file was not read to the end; upload it again.');
}
