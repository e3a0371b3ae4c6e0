import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { FulfillmentJob } from '../../../src/fulfillment/delivery/fulfillment.job.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { souk } from '../../support/command-line.js';
import { makeDeliveriesDue } from '../../support/due-deliveries.js';
import { FaultProxy, type Fault } from '../../support/fault-proxy.js';
import { invariantFaults } from '../../support/invariants.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const KEY = newSecretKey();

let folder: string;
/** The supplier whose database is lost after its backup, and the one that is restored. */
let supplier: TestShop;
let supplierOfPast: TestShop;
/** Our shop, and what a restore of ours makes of it. */
let ours: TestShop;
let oursOfPast: TestShop;
let proxy: FaultProxy;
let fault: Fault;
/** The API calls to the supplier, such as `check`. */
let calls: string[];
let reseller: TestAccount;
let manager: TestOperator;
let product: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-forgotten-purchases-'));
  [supplier, supplierOfPast, ours, oursOfPast] = await Promise.all([
    startTestShop({ BASE_URL: 'https://supplier.example', SECRET_KEYS: KEY }),
    startTestShop({ BASE_URL: 'https://supplier.example', SECRET_KEYS: KEY }),
    startTestShop({ SECRET_KEYS: KEY }),
    startTestShop({ SECRET_KEYS: KEY }),
  ]);
  [proxy, fault, calls] = [await FaultProxy.start(supplier.baseUrl), 'none', []];
  proxy.choose = (path) => {
    calls.push(/^\/client\/api\/(\w+)/.exec(path)?.[1] ?? path);
    return fault;
  };
  const token = join(folder, 'token');
  await writeFile(token, (await supplier.account({ balance: '1000' })).token);
  await command(ours, 'supplier', 'add', 'acme', proxy.url, '--token-file', token);
  const theirs = await supplier.product({ price: '1', type: 'package' });
  const fulfillment = [{ handler: 'upstream', settings: { supplier: 'acme', product: theirs } }];
  product = await ours.product({ price: '2', type: 'package', fulfillment });
  reseller = await ours.account({ balance: '1000' });
  manager = await TestOperator.of(ours, 'manager');
  await command(supplier, 'backup', inFolder('supplier'));
});
afterEach(async () => {
  for (const shop of [supplier, supplierOfPast, ours, oursOfPast]) {
    expect(await invariantFaults(shop.db)).toEqual([]);
    await shop.close();
  }
  await proxy.close();
  await rm(folder, { recursive: true });
});

const inFolder = (name: string) => join(folder, `${name}.backup`);

async function command(shop: TestShop, ...words: string[]): Promise<string> {
  const { code, out, err } = await souk({ DATABASE_URL: shop.db.url, SECRET_KEYS: KEY }, ...words);
  if (code !== 0) throw new Error(err);
  return out;
}

async function place(shop: TestShop, uuid: string): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
  const { json } = await shop.request(path, { token: reseller.token });
  return (json as { data: { order_id: string } }).data.order_id;
}

interface Seen {
  readonly status: string;
  readonly replay_api: string[] | null;
}

/** The order in our shop, once its handler has closed it. */
function closed(shop: TestShop, uuid: string, orderId: string): Promise<Seen> {
  return until(async () => {
    await makeDeliveriesDue(shop.db);
    await shop.service(FulfillmentJob).run({ accountId: reseller.id, orderId });
    const path = `/client/api/check?orders=${uuid}&uuid=1`;
    const { json } = await shop.request(path, { token: reseller.token });
    const [seen] = (json as { data: [Seen] }).data;
    return seen.status !== 'wait' && seen;
  });
}

const boughtAt = (shop: TestShop) => shop.db.query<{ order_id: string }>('SELECT * FROM orders');
const attempts = (shop: TestShop) =>
  shop.db.query<{ attempt_uuid: string; supplier_order_id: string | null }>(
    'SELECT * FROM supplier_attempts',
  );

/** The order is bought, and then the supplier goes back to before it. */
async function forgotten(orderId: string): Promise<{ key: string }> {
  await until(async () => {
    await makeDeliveriesDue(ours.db);
    await ours.service(FulfillmentJob).run({ accountId: reseller.id, orderId });
    return (await attempts(ours))[0]?.supplier_order_id ?? false;
  });
  await supplier.stop();
  await command(supplierOfPast, 'restore', inFolder('supplier'));
  await command(supplierOfPast, 'maintenance', 'off');
  proxy.target = supplierOfPast.baseUrl;
  return until(async () => {
    await makeDeliveriesDue(ours.db);
    await ours.service(FulfillmentJob).run({ accountId: reseller.id, orderId });
    const route = `GET orders/${orderId}/purchase`;
    const { purchase } = await manager.get<{
      purchase: { key: string; forgotten_at: string | null };
    }>(route);
    return purchase.forgotten_at !== null && purchase;
  });
}

async function buyAgain(orderId: string, key: string): Promise<void> {
  const ask = { body: { instead_of: key }, key: randomUUID() };
  expect(await manager.get(`POST orders/${orderId}/buy-again`, ask)).toMatchObject({
    ...{ generation: 1, sealed: true },
  });
}

/** The supplier, as it is after its restore, delivers its only order. */
async function deliveredThere(code: string): Promise<void> {
  const [order] = await until(async () => {
    const orders = await boughtAt(supplierOfPast);
    return orders.length === 1 && orders;
  });
  const options = { codes: [code], actor: 'test' };
  await supplierOfPast.service(OrderCloseService).accept(order?.order_id ?? '', options);
}

const sealedThere = async () =>
  (
    await supplierOfPast.db.query<{ order_uuid: string }>(
      'SELECT order_uuid FROM order_keys WHERE sealed_at IS NOT NULL',
    )
  ).map(({ order_uuid: uuid }) => uuid);

/** A backup of ours is restored. */
async function goBack(): Promise<void> {
  await ours.stop();
  calls.length = 0;
  await command(oursOfPast, 'restore', inFolder('ours'));
}

describe('an order that a restored supplier has forgotten', () => {
  it('is asked for again, bought again by an operator, and delivered once', async () => {
    const uuid = randomUUID();
    const orderId = await place(ours, uuid);
    const { key } = await forgotten(orderId);
    calls.length = 0;
    expect(await manager.get(`POST orders/${orderId}/ask-again`)).toMatchObject({
      ...{ status: 'wait', purchase: { key, generation: 0 } },
    });
    expect([...new Set(calls)]).toEqual(['check']);

    await buyAgain(orderId, key);
    await deliveredThere('AGAIN-1');
    expect(await closed(ours, uuid, orderId)).toMatchObject({
      ...{ status: 'accept', replay_api: ['AGAIN-1'] },
    });
    expect(await sealedThere()).toEqual([key]);
    expect(await boughtAt(supplierOfPast)).toHaveLength(1);
  });
});

describe('after a restore of ours, an order that was bought again', () => {
  it.each([
    ['had been bought for the first time', 'none'],
    ['waited to be bought', 'lost'],
  ] as const)('and in the backup %s, is found under its later key', async (_, then) => {
    const uuid = randomUUID();
    fault = then;
    const orderId = await place(ours, uuid);
    await until(async () => {
      const [attempt] = await attempts(ours);
      return attempt && (then === 'lost' || attempt.supplier_order_id !== null);
    });
    await command(ours, 'backup', inFolder('ours'));
    fault = 'none';
    const { key } = await forgotten(orderId);
    await buyAgain(orderId, key);
    await deliveredThere('AGAIN-2');
    expect(await closed(ours, uuid, orderId)).toMatchObject({ status: 'accept' });

    await goBack();
    expect(await closed(oursOfPast, uuid, orderId)).toMatchObject({
      ...{ status: 'accept', replay_api: ['AGAIN-2'] },
    });
    expect([...new Set(calls)]).toEqual(['check']);
    expect(await boughtAt(supplierOfPast)).toHaveLength(1);
    expect(await attempts(oursOfPast)).toMatchObject([{ generation: 1 }]);
  });

  it('and is placed again, since the backup does not know it, is the same purchase', async () => {
    await command(ours, 'backup', inFolder('ours'));
    const uuid = randomUUID();
    const orderId = await place(ours, uuid);
    const { key } = await forgotten(orderId);
    await buyAgain(orderId, key);
    await deliveredThere('AGAIN-3');
    expect(await closed(ours, uuid, orderId)).toMatchObject({ status: 'accept' });

    await goBack();
    await command(oursOfPast, 'maintenance', 'off');
    const again = await place(oursOfPast, uuid);
    expect(await closed(oursOfPast, uuid, again)).toMatchObject({
      ...{ status: 'accept', replay_api: ['AGAIN-3'] },
    });
    expect(await boughtAt(supplierOfPast)).toHaveLength(1);
  });

  it('but never arrived under its later key, is refused when nothing can arrive any more', async () => {
    const uuid = randomUUID();
    fault = 'lost';
    const orderId = await place(ours, uuid);
    await until(async () => (await attempts(ours)).length === 1);
    await command(ours, 'backup', inFolder('ours'));
    fault = 'none';
    const { key } = await forgotten(orderId);
    // What is sent from now on never arrives: only the seal has.
    proxy.choose = (path) => (path.includes('newOrder') ? 'lost' : 'none');
    await buyAgain(orderId, key);

    await goBack();
    proxy.choose = () => 'none';
    await until(async () => {
      await makeDeliveriesDue(oursOfPast.db);
      await oursOfPast.service(FulfillmentJob).run({ accountId: reseller.id, orderId });
      const [delivery] = await oursOfPast.db.query<{ note: string }>(
        'SELECT note FROM fulfillments',
      );
      return delivery?.note.includes('may still arrive');
    });
    expect(calls).not.toContain('newOrder');
    await oursOfPast.db.query("UPDATE restores SET restored_at = now() - interval '11 minutes'");
    expect(await closed(oursOfPast, uuid, orderId)).toMatchObject({ status: 'reject' });
    expect(await boughtAt(supplierOfPast)).toHaveLength(0);
  });
});
