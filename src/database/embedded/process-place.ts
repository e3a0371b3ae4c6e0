import { readFile, readlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { DATABASE_URL_HINT, EmbeddedPostgresError } from './embedded-postgres-error.js';

/**
 * Refuses to share the data folder with another container or machine. Containers do not see each other's processes, so
 * PostgreSQL would take the other container's server for dead and start a second one on the same files, which would
 * destroy them. The first user of the folder stores its place there; later ones compare theirs. The caller must hold
 * the start lock.
 * @param alone true when no other process uses the folder.
 * @throws EmbeddedPostgresError
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
