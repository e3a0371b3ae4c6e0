import { OrderEraser } from '../../../src/orders/erasure/order-eraser.js';
import { LateCommitments } from '../../../src/orders/commitments/late-commitments.task.js';
import { UncommittedCodes } from '../../../src/orders/commitments/uncommitted-codes.repository.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { SearchIndexRepository } from '../../../src/orders/search/search-index.repository.js';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';
import { IndexedOrders } from '../search/indexed-orders.js';

const WAITS = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%order_search_progress%'`;

/** As a server of the release before does it. */
const DELIVERED_BEFORE = `
  UPDATE orders SET code_commitments = NULL, sealed_code_salts = NULL WHERE order_id = $1`;

const COMMITMENTS = `
  SELECT code_commitments AS commitments, sealed_code_salts AS salts FROM orders WHERE order_id = $1`;

let shop: TestShop;

const valuesOf = (orderId: string): Promise<unknown[]> =>
  shop.db.query('SELECT FROM order_search_values WHERE order_id = $1', [orderId]);

beforeAll(async () => {
  shop = await workerShop();
});

it('an order that is erased while the index is made anew leaves no value there', async () => {
  const orders = await IndexedOrders.in(shop);
  const orderId = await orders.placed('rebuilt');
  await shop.service(OrderCloseService).accept(orderId, { actor: 'test' });
  await orders.indexed();
  const accountId = orders.account.id;
  expect(await valuesOf(orderId)).toHaveLength(1);

  const index = shop.service(SearchIndexRepository);
  const read = index.ordersAfter.bind(index);
  let erasing: Promise<unknown> | undefined;
  let hasEnded = false;
  const erase = () =>
    shop.inTransaction((manager) =>
      shop.service(OrderEraser).erase(manager, [{ accountId, orderId }]),
    );
  vi.spyOn(index, 'ordersAfter').mockImplementation(async (...given) => {
    const found = await read(...given);
    if (erasing || !found.some((order) => order.orderId === orderId)) return found;
    erasing = erase().finally(() => (hasEnded = true));
    await until(async () => hasEnded || (await shop.db.query(WAITS)).length > 0);
    return found;
  });
  await shop.service(SearchIndex).rebuild();
  await erasing;
  expect(erasing).toBeDefined();
  expect(await valuesOf(orderId)).toEqual([]);
});

it('an order that is erased while its account is read for the first time leaves no value there', async () => {
  const orders = await IndexedOrders.in(shop);
  const accountId = orders.account.id;
  const orderId = await orders.placed('first');
  await shop.service(OrderCloseService).accept(orderId, { actor: 'test' });
  await shop.db.query('DELETE FROM order_search_progress WHERE account_id = $1', [accountId]);

  let reading: Promise<unknown> | undefined;
  let hasEnded = false;
  await shop.inTransaction(async (manager) => {
    await shop.service(OrderEraser).erase(manager, [{ accountId, orderId }]);
    reading = shop
      .service(SearchIndex)
      .step(accountId)
      .finally(() => (hasEnded = true));
    await until(async () => hasEnded || (await shop.db.query(WAITS)).length > 0);
  });
  await reading;
  expect(await valuesOf(orderId)).toEqual([]);
});

it('an order that is erased before it is committed to its codes is not committed to none', async () => {
  const orders = await IndexedOrders.in(shop);
  const ref = { accountId: orders.account.id, orderId: await orders.placed('late') };
  await shop.service(OrderCloseService).accept(ref.orderId, { actor: 'test', codes: ['CODE-1'] });
  await shop.db.query(DELIVERED_BEFORE, [ref.orderId]);
  const uncommitted = shop.service(UncommittedCodes);
  await shop.inTransaction((manager) => shop.service(OrderEraser).erase(manager, [ref]));
  vi.spyOn(uncommitted, 'due').mockResolvedValueOnce([ref]);
  await shop.service(LateCommitments).run();
  expect(await shop.db.query(COMMITMENTS, [ref.orderId])).toEqual([
    { commitments: null, salts: null },
  ]);
});
