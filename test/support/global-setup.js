import './typescript-hooks.js';

/** Starts the one PostgreSQL of this test run; workers find it through the environment. */
export default async function globalSetup() {
  const { openTestServer } = await import('./test-server.ts');
  globalThis.soukTestServer = await openTestServer({ withoutDisk: true });
}
