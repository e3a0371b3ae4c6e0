/** A failure of the embedded PostgreSQL. Its message is one sentence that tells the operator what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** What to do when the embedded PostgreSQL cannot be used. */
export const DATABASE_URL_HINT =
  'set DATABASE_URL (for example postgres://user:password@host:5432/souk) to use your own server';

const DISK_FULL = 'the disk is full; free some space and start again';
const FOLDER_FAILURES: ReadonlyMap<string | undefined, string> = new Map([
  ['EACCES', 'this user may not write there; change its owner or pick another folder'],
  ['EPERM', 'this user may not change it; change its owner or pick another folder'],
  ['EROFS', 'the file system is read-only; pick another folder'],
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', 'the disk quota is used up; free some space and start again'],
  ['ERR_SQLITE_ERROR', 'its lock files cannot be written; check its owner and the disk space'],
  ['ENOTDIR', 'a part of its path is a file; pick another folder'],
  ['EEXIST', 'a file of that name is in the way; pick another folder'],
]);

/** Turns any error in the data folder into one sentence. */
export function toPlainError(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const message = Error.isError(error) ? error.message : String(error);
  const reason = FOLDER_FAILURES.get(codeOf(error)) ?? `${message}; check it and start again`;
  return unusable(dataDir, reason, error);
}

/** The error of a full disk, which PostgreSQL may be unable to log. */
export function diskFull(dataDir: string): EmbeddedPostgresError {
  return unusable(dataDir, DISK_FULL);
}

function unusable(dataDir: string, reason: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`The data folder ${dataDir} cannot be used: ${reason}.`, {
    cause,
  });
}

/** The `code` of a Node error (`ENOENT`) or a PostgreSQL error (`28P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (!Error.isError(error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
