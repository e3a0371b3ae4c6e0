import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { SearchIndexTask } from '../../../src/orders/search/search-index.task.js';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { IndexedOrders } from './indexed-orders.js';

let shop: TestShop;
let orders: IndexedOrders;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await shop.service(SearchIndexTask).beforeApplicationShutdown();
});
beforeEach(async () => {
  orders = await IndexedOrders.in(shop);
});
afterAll(() => shop.close());

describe('an order with very many codes', () => {
  const numbered = (count: number): string[] =>
    Array.from({ length: count }, (_, number) => orders.own(`Code-${number}`));

  it('is indexed in steps, and others are indexed meanwhile', async () => {
    const [large, small] = [
      await orders.placed('large'),
      await orders.placed('small', orders.other),
    ];
    const close = (order: string, codes: readonly string[]) =>
      shop.service(OrderCloseService).accept(order, { codes, actor: 'x' });
    await orders.indexed();
    await close(large, numbered(5_000));
    await close(small, [orders.own('Other')]);
    const index = shop.service(SearchIndex);
    await index.changes();
    // A part of the large one, and its player; the player of the other one.
    expect(await orders.entries()).toHaveLength(2_001);
    await index.changes();
    await index.changes();
    expect(await orders.idsOf('Other')).toEqual([small]);
    expect(await orders.idsOf('Code-4999')).toEqual([large]);
    expect(await orders.entries()).toHaveLength(5_003);
    expect(await index.changes()).toBe(0);
  });

  it('is indexed in steps as well if it was accepted before there was an index', async () => {
    const order = await orders.placed('large');
    await shop.service(OrderCloseService).accept(order, { codes: numbered(5_000), actor: 'x' });
    await shop.db.query('DELETE FROM order_search_changes');
    await shop.service(SearchIndex).step(orders.account.id);
    expect(await orders.entries()).toHaveLength(2_000);
    await orders.placed('next');
    await orders.indexed();
    expect(await orders.idsOf('next')).toHaveLength(1);
    expect(await orders.idsOf('Code-4999')).toEqual([order]);
    expect(await orders.entries()).toHaveLength(5_002);
  });

  it('is made anew in steps under a new key', async () => {
    const order = await orders.placed('large');
    await shop.service(OrderCloseService).accept(order, { codes: numbered(5_000), actor: 'x' });
    await shop.service(SearchIndex).rebuild();
    expect(await orders.entries()).toHaveLength(5_001);
  });
});
