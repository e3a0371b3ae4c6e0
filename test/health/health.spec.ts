import { vi } from 'vitest';
import { Database } from '../../src/database/database.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

const READY = '/health/ready';
const CALLERS = 200;

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

afterEach(() => vi.restoreAllMocks());

it('readiness costs the database one statement, however many ask', async () => {
  const query = vi.spyOn(shop.service(Database).manager, 'query');
  const answers = await Promise.all(Array.from({ length: CALLERS }, () => shop.requestPage(READY)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const asked = query.mock.calls.filter(([sql]) => sql.includes('transaction_read_only'));
  expect(asked.length).toBeGreaterThan(0);
  // One statement a second, so their number grows with the time that the machine needs for all callers.
  expect(asked.length).toBeLessThan(CALLERS / 4);
});
