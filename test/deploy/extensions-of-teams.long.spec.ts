import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, PackedSouk, runNode } from '../support/packed-souk.js';
import { createTestDatabase } from '../support/test-database.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

let souk: PackedSouk;

beforeAll(async () => {
  souk = await PackedSouk.pack();
});
afterAll(() => souk.remove());

/** A copy of an example outside of the checkout, with the packed Souk as its dependency. */
async function outside(name: string): Promise<string> {
  const folder = souk.path(name);
  const isSource = (path: string): boolean => !/\/(node_modules|dist)$/.test(path);
  await cp(join(EXAMPLES, name), folder, { recursive: true, filter: isSource });
  await souk.installIn(folder);
  await compile(folder);
  return folder;
}

it('a supplier that calls back delivers each order once', async () => {
  const folder = await outside('extension-supplier');
  expect(await runNode(folder, ['--test', 'dist/test/*.test.js'])).toMatch(/^. pass 1\d$/m);
});

it('a payment is deposited once, over repeats and the death of a server, and paid back once', async () => {
  const folder = await outside('extension-top-up');
  expect(await runNode(folder, ['--test', 'dist/test/*.test.js'])).toMatch(/^. pass 2$/m);
  const { url, directUrl } = await createTestDatabase();
  const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
  const out = await runNode(folder, ['test/two-servers.mjs'], settings);
  expect(out).toContain('deposited exactly once');
});
