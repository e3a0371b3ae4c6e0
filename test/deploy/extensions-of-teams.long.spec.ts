import { PackedSouk, runNode } from '../support/packed-souk.js';
import { createTestDatabase } from '../support/test-database.js';

let souk: PackedSouk;

beforeAll(async () => {
  souk = await PackedSouk.pack();
});
afterAll(() => souk.remove());

it('a supplier that calls back delivers each order once', async () => {
  const folder = await souk.withExample('extension-supplier');
  expect(await runNode(folder, ['--test', 'dist/test/*.test.js'])).toMatch(/^. pass 1\d$/m);
});

it('a payment is deposited once, over repeats and the death of a server, and paid back once', async () => {
  const folder = await souk.withExample('extension-top-up');
  expect(await runNode(folder, ['--test', 'dist/test/*.test.js'])).toMatch(/^. pass 2$/m);
  const { url, directUrl } = await createTestDatabase();
  const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
  const out = await runNode(folder, ['test/two-servers.mjs'], settings);
  expect(out).toContain('deposited exactly once');
});
