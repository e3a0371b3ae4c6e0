import { randomUUID } from 'node:crypto';
import { runningRoutes } from '../../../src/common/http/routes.js';
import { ProductCosts } from '../../../src/fulfillment/costs/product-costs.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import type { Answer } from '../../support/http-client.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

/** Digits that stand in no other number of the shop. */
const UNIT_COST = '0.71836251';
const ORDER_COST = '2.15508753';
const DIGITS = ['71836251', '15508753'];

let shop: TestShop;
let reseller: TestAccount;
let product: number;
let category: number;
let order: { readonly id: string; readonly uuid: string };

beforeAll(async () => {
  shop = await workerShop();
  reseller = await shop.account({ balance: '100' });
  category = await shop.category();
  product = await shop.product({ categoryId: category, price: '3' });
  await shop.service(ProductCosts).set(product, UNIT_COST);
  const uuid = randomUUID();
  const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}&qty=3`;
  const { json } = await reseller.api(path);
  const { order_id: id } = (json as { data: { order_id: string } }).data;
  order = { id, uuid };
  await shop.service(OrderCloseService).accept(id, { actor: 'test' });
});

/** Every GET route of resellers, with what the account has bought and may buy. */
async function everyAnswer(): Promise<Map<string, Answer>> {
  const names = runningRoutes(shop.app.getHttpAdapter().getInstance())
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/client/api'))
    .flatMap(({ path }) => [product, category].map((id) => path.replace(/:\w+/, String(id))));
  const more = [
    `check?orders=${order.id}&details=1`,
    `check?orders=${order.uuid}&uuid=1&details=1`,
    'orders?format=csv',
    'orders?format=jsonl',
    'statement?format=csv',
    'profile?details=1',
    `products?products_id=${product}`,
    `newOrder/${product}/params?order_uuid=${order.uuid}&qty=3`,
    `quote/${product}/params?qty=3`,
  ].map((path) => `/client/api/${path}`);
  const answers = new Map<string, Answer>();
  for (const path of new Set([...names, ...more])) {
    // Files have no description to compare them with.
    answers.set(path, await shop.requestPage(path, { token: reseller.token }));
  }
  return answers;
}

it('no route of resellers shows what a product or an order has cost the shop', async () => {
  const [recorded] = await shop.db.query<{ cost: string }>(
    'SELECT cost FROM order_costs WHERE order_id = $1',
    [order.id],
  );
  expect(recorded?.cost).toBe(ORDER_COST);
  const answers = await everyAnswer();

  expect(answers.size).toBeGreaterThan(20);
  for (const [path, { text, headers }] of answers) {
    for (const digits of DIGITS) {
      expect([path, text + JSON.stringify(headers)]).not.toEqual([
        path,
        expect.stringContaining(digits),
      ]);
    }
  }
  const { text } = answers.get(`/client/api/check?orders=${order.id}&details=1`)!;
  expect(text).toContain('"accept"');
});

it('no description of the routes of resellers names a cost', async () => {
  for (const path of ['/openapi.json', '/client/api/integration']) {
    const { text } = await shop.request(path);
    expect([path, text]).not.toEqual([
      path,
      expect.stringMatching(/unit_cost|purchase.price|"cost"/),
    ]);
  }
});
