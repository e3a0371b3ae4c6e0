import { ConflictError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';

/** What is stored: being read, being compared, compared, without a valid catalog, or applied. */
export type StoredState = 'reading' | 'comparing' | 'ready' | 'refused' | 'applied';

/**
 * What is shown: `applying` while a server applies what is ready; `interrupted` if the server that read or compared it has not
 * been heard of for a while.
 */
export const IMPORT_STATES = [
  ...(['reading', 'comparing', 'interrupted', 'ready', 'refused', 'applying', 'applied'] as const),
];
export type ImportState = (typeof IMPORT_STATES)[number];

/** A server that works on an import says so each second. */
export const SILENT_SECONDS = 20;

/** What is stored of the work on an import. */
export interface ImportProgress {
  readonly state: StoredState;
  /** True from the beginning of an attempt to apply what is ready to its end, and after one that was cut off. */
  readonly applying: boolean;
  /** Since the server that works on it was last heard of. */
  readonly silentSeconds: number;
  /** Why the last attempt to apply it has changed nothing. */
  readonly applyFault: string | null;
}

/** What is said of an attempt that a crash, a stop, a lock or a fault of the database has ended. */
export const NOT_FINISHED = 'It could not be finished, so nothing was changed; apply it again.';

export function shownState({ state, applying, silentSeconds }: ImportProgress): ImportState {
  const isHeardOf = silentSeconds <= SILENT_SECONDS;
  if (state === 'ready') return applying && isHeardOf ? 'applying' : state;
  const isWork = state === 'reading' || state === 'comparing';
  return isWork && !isHeardOf ? 'interrupted' : state;
}

/** Why the last attempt to apply what is ready has changed nothing; null without such an attempt. */
export function shownApplyFault(progress: ImportProgress): string | null {
  if (shownState(progress) !== 'ready') return null;
  return progress.applying ? NOT_FINISHED : progress.applyFault;
}

/** Why an import cannot be applied; undefined where it can. */
export function notNow(state: ImportState): ConflictError | undefined {
  return state === 'ready' ? undefined : new ConflictError(...sentence(`import.${state}`));
}

/**
 * Checks that a difference may be applied.
 * @param digest of the present difference; null without one. @param shown that of the difference which the operator has seen.
 * @throws ConflictError
 */
export function assertApplicable(state: ImportState, digest: string | null, shown: string): void {
  const reason = notNow(state);
  if (reason) throw reason;
  if (digest !== shown) {
    throw new ConflictError(...sentence('import.compared-again'));
  }
}

/** @throws ConflictError while a server applies it, which would then have changed nothing */
export function assertIdle(state: ImportState): void {
  const reason = state === 'applying' ? notNow(state) : undefined;
  if (reason) throw reason;
}

/** @param isRead false if not all of its rows are stored. @throws ConflictError */
export function assertComparable(state: ImportState, isRead: boolean): void {
  const reason = state === 'interrupted' ? undefined : notNow(state);
  if (reason) throw reason;
  if (!isRead) {
    throw new ConflictError(...sentence('import.not-read'));
  }
}
