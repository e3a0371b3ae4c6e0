import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestServer } from '../test/support/test-server.js';
import type { Cleanup } from './cleanup.js';

/**
 * Starts the PostgreSQL of a bench, and makes a folder for its files; both are gone after the cleanup.
 * @param options `countsStatements`: of the embedded one, by pg_stat_statements.
 */
export async function folderBesideServer(
  cleanup: Cleanup,
  options: { readonly countsStatements?: boolean } = {},
): Promise<string> {
  const folder = await cleanup.having(
    () => mkdtemp(join(tmpdir(), 'souk-bench-')),
    (path) => rm(path, { recursive: true }),
  );
  await cleanup.having(
    () => openTestServer(options),
    (server) => server.close(),
  );
  return folder;
}
