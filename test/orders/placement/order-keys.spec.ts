import { randomUUID } from 'node:crypto';
import { OrderKeys } from '../../../src/orders/keys/order-keys.js';
import { SearchIndexTask } from '../../../src/orders/search/search-index.task.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  // A shop of its own: the keys of all its orders are noted, and only when a test says so.
  shop = await startTestShop();
  // Nothing is noted but what a test notes.
  await shop.service(SearchIndexTask).beforeApplicationShutdown();
});
beforeEach(async () => {
  // As before the first server of this version began.
  await shop.db.query('TRUNCATE order_search_state, order_search_keys');
  account = await shop.account({ balance: '10' });
  other = await shop.account({ balance: '10' });
});
afterAll(() => shop.close());

/** Orders that were placed before this version was installed. */
const FORMER = `
  WITH placed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id)
    SELECT $1, number, 'ID_' || lpad(to_hex(number), 16, '0') FROM generate_series(1, $2::integer) AS number
  )
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
    total, rehearsal, field_schema, sent_fields, fields, extra_parameters, created_at)
  SELECT $1, 'ID_' || lpad(to_hex(number), 16, '0'), number, 1, 'Former', 1, 1, 1, true, '[]', '[]', '{}', '[]',
         now() - interval '1 hour' - number * interval '1 second'
  FROM generate_series(1, $2::integer) AS number`;

async function noted(): Promise<void> {
  while (await shop.service(OrderKeys).note());
}

const notedKeys = () =>
  shop.db.query('SELECT FROM order_search_keys WHERE account_id = $1', [account.id]);

/** The accounts that have sent a key. */
async function key(text: string): Promise<number[]> {
  return (await shop.service(OrderKeys).find(text)).map(({ accountId }) => accountId);
}

describe('the keys', () => {
  it('of all accounts are found at once, also those that were sealed, or are not noted yet', async () => {
    const uuid = randomUUID();
    const sealed = randomUUID();
    const product = await shop.product({ price: '1' });
    const order = `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
    await account.api(order);
    expect(await key(uuid)).toEqual([account.id]);
    await noted();
    const [state] = await shop.db.query(
      'SELECT keys_complete AS "isComplete" FROM order_search_state',
    );
    expect(state).toEqual({ isComplete: true });
    await other.api(order);
    await shop.db.query(
      'INSERT INTO order_keys (account_id, order_uuid, sealed_at) VALUES ($1, $2, now())',
      [other.id, sealed],
    );
    expect([await key(uuid), await key(sealed), await key('none')]).toEqual([
      [account.id, other.id],
      [other.id],
      [],
    ]);
    await shop.db.query(`UPDATE order_search_state SET recent_at = now() + interval '1 hour'`);
    expect(await key(uuid)).toEqual([account.id]);
  });

  it('of former orders are noted in parts, and each account is asked until then', async () => {
    await shop.db.query(FORMER, [account.id, 2_500]);
    expect(await key('77')).toEqual([account.id]);
    expect(await shop.service(OrderKeys).note()).toBe(true);
    expect(await notedKeys()).toHaveLength(1_000);
    expect([await key('77'), await key('2499')]).toEqual([[account.id], [account.id]]);
    await Promise.all([noted(), noted()]);
    await noted();
    expect(await notedKeys()).toHaveLength(2_500);
    // Overtaken by others: placed earlier, committed later.
    await shop.db.query(`
      UPDATE order_search_state SET settled_at = now() - interval '2 hours', settled_id = ''`);
    await shop.db.query(`DELETE FROM order_search_keys`);
    expect(await key('77')).toEqual([]);
    expect(await shop.service(OrderKeys).findOrBeCertain('77')).toHaveLength(1);
    await noted();
    expect(await key('77')).toEqual([account.id]);
  });
});
