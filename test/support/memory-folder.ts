import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasUsers, openDataFolder, stopServer } from '../../src/database/embedded/index.js';

const MEMORY = '/dev/shm';
/** A run of two workers needed 0.2 GB; the write-ahead log of PostgreSQL may grow to 1 GB. */
const ROOM_BYTES = 2 * 1024 ** 3;
/** The server of a folder that is younger may be starting still. */
const YOUNG_MS = 600_000;
const STOP_MS = 60_000;

/**
 * Makes a folder for the data of a test's PostgreSQL, in memory where the system has such a place with enough space. Each
 * database is 300 files; on a disk, creating them takes longer than the rest of most tests.
 * @param prefix of its name.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), prefix));
}

/** Stops the servers that killed test runs have left behind, and removes their folders from memory. */
export async function removeAbandoned(prefix: string): Promise<void> {
  const names = await readdir(MEMORY).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(MEMORY, name);
    const { mtimeMs, uid } = await stat(path);
    // Those of another user are left to that user: we may not even open them.
    const isOwn = process.getuid === undefined || uid === process.getuid();
    if (!isOwn || Date.now() - mtimeMs < YOUNG_MS) continue;
    const folder = await openDataFolder(path);
    if (hasUsers(folder.usersLock)) continue;
    await stopServer(folder, Date.now() + STOP_MS);
    await rm(path, { recursive: true, force: true });
  }
}

async function hasRoom(path: string): Promise<boolean> {
  const place = await statfs(path).catch(() => undefined);
  return place !== undefined && place.bavail * place.bsize >= ROOM_BYTES;
}
