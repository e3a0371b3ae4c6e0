import { openTestServer } from '../test-server.ts';

/** Starts the one PostgreSQL of this run; workers find it through the environment. It ends with the run. */
export default async function globalSetup() {
  const server = await openTestServer({ withoutDisk: true });
  return () => server.close();
}
