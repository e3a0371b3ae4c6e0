import { readFile, readlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { DATABASE_URL_HINT, EmbeddedPostgresError } from './embedded-postgres-error.js';

/**
 * Two containers on one data folder do not see each other's processes: PostgreSQL would take the other's server for
 * dead and start a second one on the same files, which destroys them. The lock of the users does reach from container
 * to container, so what is missing is only where they live.
 */

/**
 * Notes where this process lives when it is the only user; else makes sure that the others live there too. The caller
 * holds the start lock.
 * @throws EmbeddedPostgresError when another container, or another machine, uses the data folder.
 */
export async function assertSamePlace(path: string, alone: boolean): Promise<void> {
  const here = await thisPlace();
  if (alone) return writeFile(path, here, { mode: 0o600 });
  const there = await readFile(path, 'utf8').catch(() => here);
  if (there === here) return;
  throw new EmbeddedPostgresError(
    'Another container or machine uses this data folder, and two would destroy the database; ' +
      `run one, or ${DATABASE_URL_HINT}.`,
  );
}

/** The boot of the machine, with the process and network namespaces of a container where there are such. */
async function thisPlace(): Promise<string> {
  const parts = [
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    readlink('/proc/self/ns/pid'),
    readlink('/proc/self/ns/net'),
  ];
  const known = await Promise.all(parts.map((part) => part.catch(() => hostname())));
  return known.map((part) => part.trim()).join('\n');
}
