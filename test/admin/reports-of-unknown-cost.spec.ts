import { randomUUID } from 'node:crypto';
import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: the reports sum up all its sales.
  shop = await startTestShop();
  account = await shop.account({ balance: '100' });
});
afterAll(() => shop.close());

async function order(product: number): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

it('sales of unknown cost have neither cost nor profit, which are no 0', async () => {
  const known = await shop.product({ name: 'Known', price: '4' });
  await shop.service(ProductCosts).set(known, '6');
  await shop.service(OrderCloseService).accept(await order(known), { actor: 'test' });
  const unknown = await shop.product({ name: 'Unknown', price: '1' });
  await order(unknown);

  const finance = await TestOperator.of(shop, 'finance');
  const { items, total } = await finance.get<{ items: object[]; total: object }>(
    'GET reports/sales?by=product',
  );
  const row = { orders: 1, waiting: 1, sales: '1', cost: null, profit: null };
  expect(items[1]).toMatchObject({ key: String(unknown), ...row, sales_without_cost: '1' });
  expect(total).toMatchObject({ cost: '6', profit: '-2', sales_without_cost: '1' });
  const { text } = await finance.ask('GET reports/sales?by=product&format=csv');
  expect(text).toContain(`\r\n${unknown},"Unknown",1,1,1,,,1,0\r\n`);
});
