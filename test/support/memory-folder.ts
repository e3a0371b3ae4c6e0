import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasUsers, openDataFolder, stopServer } from '../../src/database/embedded/index.js';

const MEMORY = '/dev/shm';
/** A run of two workers was seen to need 0.2 GB; PostgreSQL's log of what was written may grow to 1 GB. */
const ROOM_BYTES = 2 * 1024 ** 3;
/** A folder as young may be one whose server is just being started. */
const YOUNG_MS = 600_000;
const STOP_MS = 60_000;

/**
 * Makes a folder for the data of a test's PostgreSQL: in memory where the system has a place with room for it, because
 * each database is 300 files, and to make them takes a disk longer than all else that most tests do.
 * @param prefix of its name.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), prefix));
}

/** Ends the servers that killed test runs left in memory and removes their folders, which would stay there for ever. */
export async function removeAbandoned(prefix: string): Promise<void> {
  const names = await readdir(MEMORY).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(MEMORY, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs < YOUNG_MS) continue;
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
