import { isDatabaseUnavailable, sqlState } from '../../database/database-errors.js';

/** Why a trial restore has not succeeded. */
export interface TrialFault {
  readonly reason: string;
  /** False for what says nothing of the backup, which may well be good. */
  readonly isOfBackup: boolean;
}

/** Something that a trial needs is not there. */
export class UntriedError extends Error {
  static of(cause: unknown): UntriedError {
    return new UntriedError(messageOf(cause), { cause });
  }
}

/** SQLSTATEs: a right is missing, a file of the server cannot be read or written, an error within PostgreSQL. */
const NOT_OF_BACKUP = /^(?:42501|58|XX)/;

export function trialFault(error: unknown): TrialFault {
  const isOfSurroundings =
    error instanceof UntriedError ||
    isDatabaseUnavailable(error) ||
    NOT_OF_BACKUP.test(sqlState(error) ?? '') ||
    (error instanceof Error && 'syscall' in error);
  return { reason: messageOf(error), isOfBackup: !isOfSurroundings };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
