import { hoursBetween, LATE_HOURS } from '../nightly/backup-condition.js';
import type { NightlyState } from '../nightly/nightly-state.repository.js';
import { fail, ok, warn, type Verdict } from './finding.js';

const TOO_LATE_HOURS = 72;
/** One trial restore a week may be missed. */
const TRIAL_LATE_HOURS = 14 * 24;

export interface BackupSetting {
  /** Undefined where none are made. */
  readonly folder: string | undefined;
  /** True where the operator wants none. */
  readonly isOff: boolean;
  /** True where the role of DATABASE_DIRECT_URL may create databases for trial restores. */
  readonly mayTry: boolean;
}

/** True if no backup was restored for a trial for more than two weeks. */
export function isTrialLate({ now, restoredAt, firstGoodAt }: NightlyState): boolean {
  const since = restoredAt ?? firstGoodAt;
  return since !== null && hoursBetween(since, now) > TRIAL_LATE_HOURS;
}

const LATE_TRIAL =
  'none was restored for a trial for more than two weeks, although the role of DATABASE_DIRECT_URL may create databases; the log of the servers says why';

/** Judges the nightly backups. */
export function backupVerdict(state: NightlyState, setting: BackupSetting): Verdict {
  const { folder, isOff, mayTry } = setting;
  if (isOff) return ok('BACKUP_DIR is off, so none is made by itself');
  // A command may lack the setting that the servers have.
  if (folder === undefined && state.beganAt === null) {
    return warn(
      'none is made by itself; set BACKUP_DIR to a folder, or to off if the database is backed up otherwise',
    );
  }
  const { failure, restoreFailure, untriedRestore, trialDatabase, good, endedAt, now } = state;
  const hours = hoursBetween(good?.at ?? endedAt, now);
  const faults = [
    failure !== '' && `the last attempt has failed: ${failure}`,
    restoreFailure !== '' && `one could not be restored for a trial: ${restoreFailure}`,
    untriedRestore !== '' && `a restore could not be tried: ${untriedRestore}`,
    mayTry && isTrialLate(state) && LATE_TRIAL,
    trialDatabase !== null &&
      `the database ${trialDatabase} of a trial restore is left; drop it if no backup runs now`,
    hours > LATE_HOURS && 'the servers make none',
    ...(good ? demandsOf(state, good) : []),
  ].filter((fault) => fault !== false);
  const message = [lastText(good, hours, folder), ...faults].join('; ');
  if (restoreFailure !== '' || hours > TOO_LATE_HOURS) return fail(message);
  return faults.length > 0 ? warn(message) : ok(message);
}

function lastText(good: NightlyState['good'], hours: number, folder: string | undefined): string {
  if (!good) return `none was made yet; it is made at night, into ${folder ?? 'BACKUP_DIR'}`;
  const age = hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`;
  const key = good.key === '' ? '' : `, encrypted under ${good.key}`;
  return `the last good one is ${age} old, ${good.file}${key}`;
}

function demandsOf({ confirmedAt }: NightlyState, { key }: { readonly key: string }): string[] {
  const plain = 'it is not encrypted, since SECRET_KEYS is empty';
  const what = key === '' ? 'a copy lies' : `a copy and the key ${key} lie`;
  return [
    ...(key === '' ? [plain] : []),
    ...(confirmedAt === null
      ? [`make sure that ${what} on another machine, and then run "souk backups confirm"`]
      : []),
  ];
}
