import type { NightlyState } from './nightly-state.repository.js';

const HOUR_MS = 3_600_000;
/** A night may be missed: the server may have been off, or it was tried again for hours. */
export const LATE_HOURS = 36;

/** Where the nightly backups go: into a folder, nowhere as the operator wants it, or nowhere since nobody has said. */
export type BackupPlace = 'folder' | 'off' | 'unset';

export type BackupCondition = 'off' | 'unset' | 'failing' | 'late' | 'none-yet' | 'works';

/** The reasons why the nightly backups do not do what they should, as they were noted. */
export function backupFailures({
  failure,
  restoreFailure,
  untriedRestore,
}: Pick<NightlyState, 'failure' | 'restoreFailure' | 'untriedRestore'>): string[] {
  return [failure, restoreFailure, untriedRestore].filter((reason) => reason !== '');
}

/** Whether the nightly backup works, of a server whose backups go there. */
export function backupCondition(state: NightlyState, place: BackupPlace): BackupCondition {
  if (place !== 'folder') return place;
  if (backupFailures(state).length > 0) return 'failing';
  if (hoursBetween(state.good?.at ?? state.endedAt, state.now) > LATE_HOURS) return 'late';
  return state.good ? 'works' : 'none-yet';
}

export function hoursBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / HOUR_MS;
}
