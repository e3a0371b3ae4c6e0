/** A failure of the embedded PostgreSQL, told in one sentence the operator can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The way out of every failure here. */
export const DATABASE_URL_HINT =
  'set DATABASE_URL (for example postgres://user:password@host:5432/souk) to use your own server';

const FOLDER_FAILURES: ReadonlyMap<string | undefined, string> = new Map([
  ['EACCES', 'this user may not write there; change its owner or pick another folder'],
  ['EPERM', 'this user may not change it; change its owner or pick another folder'],
  ['EROFS', 'the file system is read-only; pick another folder'],
  ['ENOSPC', 'the disk is full; free some space and start again'],
  ['EDQUOT', 'the disk quota is used up; free some space and start again'],
  ['ENOTDIR', 'a part of its path is a file; pick another folder'],
  ['EEXIST', 'a file of that name is in the way; pick another folder'],
]);

/** Turns whatever went wrong in the data folder into one plain sentence. */
export function toPlainError(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const reason = FOLDER_FAILURES.get(codeOf(error)) ?? `${message}; check it and start again`;
  return new EmbeddedPostgresError(`The data folder ${dataDir} cannot be used: ${reason}.`, {
    cause: error,
  });
}

/** The `code` of a Node error (`ENOENT`) or a PostgreSQL error (`28P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
