import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderSearch } from '../../../src/orders/search/order-search.service.js';
import { SearchIndexTask } from '../../../src/orders/search/search-index.task.js';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import { readBy, type Scan } from '../../support/scans.js';
import { SentStatements } from '../../support/sent-statements.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

const ACCOUNTS = 20;
const ORDERS = 50_000;
const LIMIT = 50;
/** A text has two values, as a field and as a code, and one page reads so many entries of each. */
const MOST_ROWS = 2 * (LIMIT + 1);

/** Every seventh order is for one player. */
const ORDERS_OF_ALL = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
    total, field_schema, sent_fields, fields, extra_parameters, created_at)
  SELECT number % $2 + 1, 'ID_' || lpad(to_hex(number), 16, '0'), number, 1, 'One', 1, 1, 1, '[]', '[]',
         json_build_object('playerId', CASE WHEN number % 7 = 0 THEN 'often' ELSE number::text END),
         '[]', now() - interval '1 hour' - number * interval '1 second'
  FROM generate_series(1, $1::integer) AS number`;

let shop: TestShop;
const sent = new SentStatements();

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await shop.service(SearchIndexTask).beforeApplicationShutdown();
  for (let number = 0; number < ACCOUNTS; number++) await shop.account();
  await shop.db.query(ORDERS_OF_ALL, [ORDERS, ACCOUNTS]);
  await shop.db.query('ANALYZE orders');
});
afterAll(async () => {
  sent.end();
  await shop.close();
});

/** The scans of large tables by all statements of the work. */
async function scansDuring(work: () => Promise<unknown>): Promise<Scan[]> {
  const scans: Scan[] = [];
  for (const statement of await sent.of(work)) {
    scans.push(...(await readBy(shop.db, statement)).scans);
  }
  return scans.filter(({ table }) =>
    /^(?:orders|order_keys|order_search_values|order_refusals)$/.test(table),
  );
}

const indexScans = (most: number) => ({
  asymmetricMatch: ({ kind, rows }: Scan) =>
    /^(Index|Index Only|Bitmap Heap) Scan$/.test(kind) && rows <= most,
});

async function indexAll(): Promise<void> {
  const index = shop.service(SearchIndex);
  for (;;) {
    const accounts = await index.waitingAccounts();
    if (accounts.length === 0) return;
    for (const id of accounts) await index.step(id);
  }
}

describe('beside 50,000 orders', () => {
  it('a step of the index reads one batch, by an index', async () => {
    const index = shop.service(SearchIndex);
    const scans = await scansDuring(async () => {
      await index.waitingAccounts();
      await index.step(1);
    });
    expect(scans.length).toBeGreaterThan(0);
    // One order more than the batch, which shows that no further one has the time of the last.
    for (const scan of scans) expect(scan).toEqual(indexScans(201));
  });

  it('a search reads a bounded number of rows, by an index', async () => {
    await indexAll();
    await shop.db.query('ANALYZE order_search_values');
    const search = shop.service(OrderSearch);
    const options = { withValues: true, limit: LIMIT };
    const first = await search.find('often', options);
    expect(first.orders.items).toHaveLength(LIMIT);
    const after = first.orders.next ?? undefined;
    for (const ask of [
      () => search.find('often', options),
      () => search.find('often', { ...options, after }),
      () => search.find('often', { ...options, accountId: 3 }),
      () => search.find('12345', options),
      () => search.find('ID_0000000000000007', options),
      () => search.find('no such text', { ...options, to: '2020-01-01T00:00:00Z' }),
    ]) {
      const scans = await scansDuring(ask);
      expect(scans.length).toBeGreaterThan(0);
      for (const scan of scans) expect(scan).toEqual(indexScans(MOST_ROWS));
    }
  });
});
