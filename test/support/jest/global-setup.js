import { openTestServer } from '../test-server.ts';

/** Starts the one PostgreSQL of this test run; workers find it through the environment. */
export default async function globalSetup() {
  globalThis.soukTestServer = await openTestServer({ withoutDisk: true });
}
