import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { nameNewFile, openNewFile } from '../../common/new-file.js';
import { newSecretKey, secretKeyOf } from '../../common/secret-box.js';
import { openDataFolder } from './data-folder.js';
import { codeOf, EmbeddedPostgresError, toPlainError } from './embedded-postgres-error.js';
import { withLock } from './process-lock.js';

/** The secret keys of a shop on the embedded PostgreSQL, besides those of SECRET_KEYS. */
export interface SecretKeyFile {
  readonly path: string;
  /** The newest first; never empty. */
  readonly keys: readonly Buffer[];
}

/** A larger file cannot be one of keys. */
const MAX_BYTES = 64 * 1024;
/** Another process may hold the lock while it starts the database. */
const LOCK_WAIT_MS = 120_000;
/** Permission bits of all users but the owner. */
const OTHERS = 0o077;
const READ =
  constants.O_RDONLY |
  ((constants as Partial<typeof constants>).O_NOFOLLOW ?? 0) |
  ((constants as Partial<typeof constants>).O_NONBLOCK ?? 0);

/**
 * Reads the keys beside the embedded database, and creates one the first time, so that codes are always encrypted. An
 * existing file is never replaced: without its keys, the encrypted values cannot be read.
 * @param log called when a key was created.
 * @throws EmbeddedPostgresError when the file cannot be used
 */
export async function loadSecretKeys(
  dataDir: string,
  log: (line: string) => void = () => undefined,
): Promise<SecretKeyFile> {
  try {
    const folder = await openDataFolder(dataDir);
    const path = folder.secretKeys;
    const keys =
      (await keysIn(path)) ??
      (await withLock(folder.startLock, LOCK_WAIT_MS, () => makeKeys(path, log)));
    return { path, keys };
  } catch (error) {
    throw toPlainError(error, dataDir);
  }
}

/** The keys of the file; undefined when there is none. */
async function keysIn(path: string): Promise<Buffer[] | undefined> {
  const file = await opened(path);
  if (!file) return undefined;
  try {
    await assertPrivate(path, file);
    const text = (await file.readFile('utf8')).trim();
    const keys = text.split(/[\s,]+/).map(secretKeyOf);
    if (keys.every((key) => key !== undefined)) return keys;
    throw broken(path);
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, READ);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP' || code === 'EMLINK') throw noFile(path);
    throw new EmbeddedPostgresError(
      `The secret keys of this shop in ${path} cannot be read (${code ?? String(error)}); ` +
        'give the file to the user that Souk runs as.',
    );
  }
}

async function assertPrivate(path: string, file: FileHandle): Promise<void> {
  const { mode, size } = await file.stat().then((stats) => {
    if (stats.isFile()) return stats;
    throw noFile(path);
  });
  if (size > MAX_BYTES) throw broken(path);
  // Windows has no such permission bits.
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  throw new EmbeddedPostgresError(
    `The secret keys of this shop in ${path} are open to other users; run "chmod 600 ${path}", ` +
      'and change the keys if somebody may have read them.',
  );
}

/** Creates the file with one key. The caller must hold the start lock. */
async function makeKeys(path: string, log: (line: string) => void): Promise<Buffer[]> {
  const draft = `${path}.new`;
  // A draft that a killed process has left was never used.
  await rm(draft, { force: true });
  const file = await openNewFile(draft);
  try {
    await file.writeFile(`${newSecretKey()}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  const made = nameNewFile(draft, path).then(() => {
    log(
      `a secret key for the codes of this shop was made in ${path}; keep a copy, no backup holds it`,
    );
  });
  await made.catch(async (error: unknown) => {
    await rm(draft, { force: true });
    // Another process has created the file meanwhile, and its key is used.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  // Read again, because the next start will use the content of the file.
  return (await keysIn(path)) ?? Promise.reject(broken(path));
}

function noFile(path: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${path} is no plain file; put the file with the secret keys of this shop there itself.`,
  );
}

function broken(path: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The secret keys of this shop in ${path} are broken; put the file back from your copy, since ` +
      'without its keys the codes of this shop cannot be read.',
  );
}
