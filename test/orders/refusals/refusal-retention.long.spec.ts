import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { describeRefusalList } from './refusal-list.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
beforeEach(() => shop.db.query('TRUNCATE order_refusals'));
afterAll(() => shop.close());

// The short spec has the same cases with fewer rows.
describeRefusalList(() => shop, 100_000);
