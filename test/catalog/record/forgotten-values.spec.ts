import { ItemRecordRepository } from '../../../src/catalog/record/item-record.repository.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: no real entry of the audit has such an id, so a file of the audit is cut at a page that ends with one.
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('the record of values forgets what is too old, and what is too much', async () => {
  const at = (days: number) => `now() - ${days} * interval '1 day'`;
  const add = async (entry: number, days: number): Promise<void> => {
    await shop.db.query(
      `INSERT INTO audit_entries (id, at, actor, action) VALUES ($1, ${at(days)}, 'x', 'y')`,
      [entry],
    );
    await shop.db.query(
      `INSERT INTO item_changes (entry_id, entry_at, kind, item_id, part, before, after)
       SELECT $1, ${at(days)}, 'product', n, 'values', '{"price":1}', '{"price":2}' FROM generate_series(1, 3) n`,
      [entry],
    );
  };
  // Entries that come before all others.
  const [old, young] = [-2, -1];
  await add(old, 401);
  await add(young, 399);
  await add(1, 0);
  const left = async () =>
    (
      await shop.db.query<{ entry_id: string }>(
        'SELECT DISTINCT entry_id FROM item_changes WHERE entry_id = ANY ($1)',
        [[old, young]],
      )
    ).map(({ entry_id }) => Number(entry_id));
  const record = shop.service(ItemRecordRepository);
  expect([await record.deleteSome(2), await record.deleteSome(2)]).toEqual([2, 1]);
  expect([await record.deleteSome(2), await left()]).toEqual([0, [young]]);
  const [{ rows } = { rows: 0 }] = await shop.db.query<{ rows: number }>(
    'SELECT count(*)::integer AS rows FROM item_changes',
  );
  // The entry that holds the first row that is kept stays whole.
  await record.deleteSome(100, 500, rows - 3);
  expect(await left()).toEqual([]);
});
