import { configFor, readSettings } from '../../src/config/souk-config.js';
import { memoryShortage } from '../../src/start/memory-check.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: all products of its catalog are counted.
  shop = await startTestShop();
  for (let product = 0; product < 3; product += 1) await shop.product();
  await shop.db.query(
    'UPDATE products SET deleted_at = now() WHERE id = (SELECT min(id) FROM products)',
  );
});

afterAll(() => shop.close());

it('a server whose heap is too small for its catalog says so', async () => {
  const config = configFor(readSettings({}), shop.db);
  expect(await memoryShortage(shop.app, config, '--max-old-space-size=90')).toMatch(
    /^Node may use 90 MiB for its objects, and a catalog of 2 products needs about 128 MiB/,
  );
  expect(await memoryShortage(shop.app, config, '--max-old-space-size=1024')).toBeUndefined();
});
