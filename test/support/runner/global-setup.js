import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openTestServer } from '../test-server.ts';

/**
 * Starts the one PostgreSQL of this run, and makes a folder for what its specs make once and share; workers find both through
 * the environment. They end with the run.
 */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'souk-run-'));
  process.env.SOUK_TEST_FOLDER = folder;
  const server = await openTestServer({ withoutDisk: true });
  return async () => {
    await server.close();
    await rm(folder, { recursive: true });
  };
}
