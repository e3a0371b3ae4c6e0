/** Drops every database of this test run and ends the server if the run started it. */
export default async function globalTeardown() {
  await globalThis.soukTestServer?.close();
}
