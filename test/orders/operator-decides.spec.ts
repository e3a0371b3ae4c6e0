import { randomUUID } from 'node:crypto';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { invariantsFromNow } from '../support/invariants.js';
import { ScriptedShop, type Reply } from '../support/scripted-shop.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const LISTED = [{ id: 7, name: '60 UC', price: 1 }];
const BOUGHT = {
  status: 'OK',
  data: { order_id: 'ID_1', status: 'accept', price: 1, replay_api: [{ replay: ['CODE'] }] },
};

let shop: TestShop;
let faults: () => Promise<string[]>;
let supplier: ScriptedShop;
let reseller: TestAccount;
let product: number;
/** The supplier's answer to `products`. */
let listed: Reply;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  supplier = await ScriptedShop.start();
  supplier.answer = ({ route }) => (route === 'products' ? listed : BOUGHT);
  reseller = await shop.account({ balance: '1000' });
  const name = fresh('acme');
  const fulfillment = [{ handler: 'upstream', settings: { supplier: name, product: 7 } }];
  product = await shop.product({ price: '2', type: 'package', fulfillment });
  await shop.service(SupplierService).add(name, supplier.url, { token: 'secret' });
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
  await supplier.close();
});

const JOBS_AT_WORK = `SELECT FROM pgboss.job WHERE state = 'active' AND data ->> 'orderId' = $1`;

type Decide = (orderId: string) => Promise<unknown>;

const DECIDE: [string, Decide][] = [
  ['accepts', (id) => shop.service(OrderCloseService).accept(id, { actor: 'operator' })],
  [
    'rejects',
    (id) => shop.service(OrderCloseService).reject(id, { reason: 'away', actor: 'operator' }),
  ],
];

/** An order whose job has asked the supplier at least once. */
async function askedFor(): Promise<string> {
  supplier.calls.length = 0;
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await reseller.api(path);
  await until(() => supplier.calls.length > 0);
  return (json as { data: { order_id: string } }).data.order_id;
}

describe.each(DECIDE)('an order that the operator %s', (_decides, decide) => {
  it('is not bought when the supplier comes back', async () => {
    listed = 'cut';
    const orderId = await askedFor();
    await decide(orderId);
    listed = LISTED;

    await shop.db.query(
      'UPDATE fulfillments SET due_at = now() WHERE account_id = $1 AND NOT closed',
      [reseller.id],
    );
    await shop.service(FulfillmentJob).run({ accountId: reseller.id, orderId });

    expect(supplier.sends).toBe(0);
  });

  it('is not bought when the supplier was just being asked for its price', async () => {
    const price = Promise.withResolvers<object>();
    listed = price.promise;
    const orderId = await askedFor();
    await decide(orderId);
    price.resolve(LISTED);

    await shop.service(FulfillmentJob).run({ accountId: reseller.id, orderId });
    // The job that has asked for the price ends as well.
    await until(async () => (await shop.db.query(JOBS_AT_WORK, [orderId])).length === 0);

    expect(supplier.sends).toBe(0);
  });
});
