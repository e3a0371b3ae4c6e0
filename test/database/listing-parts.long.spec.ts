import { Readable } from 'node:stream';
import { ListingService } from '../../src/catalog/listing/listing.service.js';
import type { Listing } from '../../src/catalog/listing/listing.js';
import { Database } from '../../src/database/database.js';
import { startTestShop } from '../support/test-shop.js';

/** More than one statement creates. */
const PRODUCTS = 10_002;

it('a supplier whose products are too many for one statement is listed as a whole, each once and in order', async () => {
  const shop = await startTestShop();
  const category = await shop.category({ name: 'Theirs' });
  const listings = Array.from({ length: PRODUCTS }, (_, key): Listing => ({
    ...{ key, category_id: category, name: `Product ${key}`, price: '1', available: true },
    ...{ product_type: 'package', qty_values: null, fields: [], image: null, position: key },
    ...{
      fulfillment: [],
      product_id: null,
      left_out: false,
      is_new: true,
      follows: true,
      returns: true,
    },
  }));
  const listing = shop.service(ListingService);
  const keys = await shop.service(Database).transaction(async (manager) => {
    await listing.stage(manager, Readable.from([listings]));
    await listing.applyStaged(manager, await listing.changes(manager));
    return manager.query<{ name: string; key: number }[]>(
      `SELECT name, key FROM staged_listing JOIN products USING (name)
       WHERE id = product_id ORDER BY id`,
    );
  });
  await shop.close();

  expect(keys).toHaveLength(PRODUCTS);
  expect(keys.every(({ key }, place) => key === place)).toBe(true);
});
