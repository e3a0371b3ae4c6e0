import { setTimeout as sleep } from 'node:timers/promises';
import type * as Sqlite from 'node:sqlite';
import { DATABASE_URL_HINT, EmbeddedPostgresError } from './embedded-postgres-error.js';

/*
 * Locks between processes, which SQLite takes from the operating system on an empty file. The system releases them when a
 * process ends in any way. A file with a process id could be stale, or name an unrelated process with a reused id.
 */

const SQLITE_BUSY = 5;
const RETRY_DELAY_MS = 50;

/** Runs `work` while this process holds the lock at `path`; waits up to `waitMs` for the lock. */
export async function withLock<T>(
  path: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const release = await acquire(path, waitMs);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Registers this process as a user at `path`. @returns a function that ends the registration. */
export function joinUsers(path: string): () => void {
  // An open read transaction holds SQLite's shared lock.
  return openLocked(path, 'BEGIN; SELECT 1 FROM sqlite_schema');
}

/** True when a running process is registered at `path`. */
export function hasUsers(path: string): boolean {
  const release = tryAcquire(path);
  release?.();
  return release === undefined;
}

async function acquire(path: string, waitMs: number): Promise<() => void> {
  const deadlineMs = Date.now() + waitMs;
  for (;;) {
    const release = tryAcquire(path);
    if (release) return release;
    if (Date.now() >= deadlineMs) {
      throw new EmbeddedPostgresError(
        `Another Souk process has kept ${path} locked for ${Math.round(waitMs / 1000)} seconds; ` +
          'stop it and start again.',
      );
    }
    await sleep(RETRY_DELAY_MS);
  }
}

function tryAcquire(path: string): (() => void) | undefined {
  try {
    return openLocked(path, 'BEGIN EXCLUSIVE');
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function openLocked(path: string, lock: string): () => void {
  const file = open(path);
  try {
    // Nothing is ever stored. Without a journal file, locking works on a full disk, too.
    file.exec(`PRAGMA journal_mode = MEMORY; ${lock}`);
  } catch (error) {
    file.close();
    throw error;
  }
  return () => {
    file.close();
  };
}

function open(path: string): Sqlite.DatabaseSync {
  // Not an import: a Node without this module is to end with a sentence.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (sqlite) return new sqlite.DatabaseSync(path, { timeout: 0 });
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL needs Node 24 and this is ${process.version}: start Souk with ` +
      `"npm start", which brings it, or ${DATABASE_URL_HINT}.`,
  );
}

function isBusy(error: unknown): boolean {
  return Error.isError(error) && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
