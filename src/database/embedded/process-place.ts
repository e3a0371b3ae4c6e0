import { readFile, readlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from './data-folder.js';
import { DATABASE_URL_HINT, EmbeddedPostgresError } from './embedded-postgres-error.js';
import { isHeld } from './server-lock.js';

/** Time in which the processes of a server that was killed notice it and end. */
const RELEASE_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 50;

/**
 * Refuses to share the data folder with another container or machine. Containers do not see each other's processes, so
 * PostgreSQL would take the other container's server for dead and start a second one on the same files, which would
 * destroy them. The first user of the folder stores its place there; later ones compare theirs. It stays while the server
 * runs, even if every user has been killed. The caller must hold the start lock.
 * @param alone true when no other process uses the folder.
 * @throws EmbeddedPostgresError
 */
export async function assertSamePlace(folder: DataFolder, alone: boolean): Promise<void> {
  const here = await thisPlace();
  const there = await readFile(folder.usersPlace, 'utf8').catch(() => undefined);
  if (there === here) return;
  if (there !== undefined && !alone) {
    throw new EmbeddedPostgresError(
      'Another container or machine uses this data folder, and two would destroy the database; ' +
        `run one, or ${DATABASE_URL_HINT}.`,
    );
  }
  if (there !== undefined && !(await isReleased(folder.serverLock))) {
    throw new EmbeddedPostgresError(
      'PostgreSQL still runs on this data folder in another container or PID namespace, whose Souk was killed, and ' +
        'a second one would destroy the database; start Souk there again and stop it in order, or end that ' +
        `container, or ${DATABASE_URL_HINT}.`,
    );
  }
  await writeFile(folder.usersPlace, here, { mode: 0o600 });
}

async function isReleased(serverLock: string): Promise<boolean> {
  const deadlineMs = Date.now() + RELEASE_TIMEOUT_MS;
  while (await isHeld(serverLock)) {
    if (Date.now() >= deadlineMs) return false;
    await sleep(CHECK_INTERVAL_MS);
  }
  return true;
}

/** Identifies the boot of this machine, and the process and network namespaces of this container. */
async function thisPlace(): Promise<string> {
  const parts = [
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    readlink('/proc/self/ns/pid'),
    readlink('/proc/self/ns/net'),
  ];
  const known = await Promise.all(parts.map((part) => part.catch(() => hostname())));
  return known.map((part) => part.trim()).join('\n');
}
