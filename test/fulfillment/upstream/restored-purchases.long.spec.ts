import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { FulfillmentJob } from '../../../src/fulfillment/delivery/fulfillment.job.js';
import { OverdueDeliveries } from '../../../src/fulfillment/delivery/overdue-deliveries.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { souk } from '../../support/command-line.js';
import { makeDeliveriesDue } from '../../support/due-deliveries.js';
import { FaultProxy, type Fault } from '../../support/fault-proxy.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const KEY = newSecretKey();
const QUANTITIES = { type: 'package', quantityValues: { min: '1', max: '9' } } as const;

let folder: string;
let backup: string;
let supplier: TestShop;
let proxy: FaultProxy;
let fault: Fault;
/** The API calls to the supplier, such as `check`. */
let calls: string[];
/** The shop whose database is lost after the backup, and the one that is restored. */
let lost: TestShop;
let restored: TestShop;
let reseller: TestAccount;
let theirs: number;
let product: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-restored-purchases-'));
  backup = join(folder, 'shop.backup');
  [supplier, lost, restored] = await Promise.all([
    startTestShop({ BASE_URL: 'https://supplier.example', SECRET_KEYS: newSecretKey() }),
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
  await command(lost, 'supplier', 'add', 'acme', proxy.url, '--token-file', token);
  reseller = await lost.account({ balance: '1000' });
  // Ids up to the largest integer can be bought.
  await supplier.db.query('ALTER TABLE products ALTER COLUMN id RESTART WITH 2147483000');
  theirs = await supplier.product({ ...QUANTITIES, price: '1' });
  const settings = { supplier: 'acme', product: theirs };
  const fulfillment = [{ handler: 'upstream', settings }];
  product = await lost.product({ ...QUANTITIES, price: '2', fulfillment });
});
afterEach(async () => {
  for (const shop of [supplier, lost, restored]) {
    expect(await invariantFaults(shop.db)).toEqual([]);
    await shop.close();
  }
  await proxy.close();
  await rm(folder, { recursive: true });
});

async function command(shop: TestShop, ...words: string[]): Promise<string> {
  const { code, out, err } = await souk({ DATABASE_URL: shop.db.url, SECRET_KEYS: KEY }, ...words);
  if (code !== 0) throw new Error(err);
  return out;
}

async function place(shop: TestShop, uuid: string, qty = 1): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${uuid}&qty=${qty}`;
  const { json } = await shop.request(path, { token: reseller.token });
  return (json as { data: { order_id: string } }).data.order_id;
}

interface Seen {
  readonly status: string;
  readonly replay_api: string[] | null;
}

async function see(shop: TestShop, uuid: string): Promise<Seen> {
  const path = `/client/api/check?orders=${uuid}&uuid=1`;
  const { json } = await shop.request(path, { token: reseller.token });
  return (json as { data: [Seen] }).data[0];
}

function closed(shop: TestShop, uuid: string): Promise<Seen> {
  return until(async () => {
    await makeDeliveriesDue(shop.db);
    const seen = await see(shop, uuid);
    return seen.status !== 'wait' && seen;
  });
}

const bought = () =>
  supplier.db.query<{ order_id: string }>('SELECT order_id FROM orders ORDER BY created_at');

/** The supplier delivers its only order with one code. */
async function deliverThere(code: string): Promise<void> {
  const [order] = await until(async () => {
    const orders = await bought();
    return orders.length > 0 && orders;
  });
  const options = { codes: [code], actor: 'test' };
  await supplier.service(OrderCloseService).accept(order?.order_id ?? '', options);
}

describe('an order that waited in the backup and was bought after it', () => {
  it.each([
    ['whose purchase had been prepared', undefined],
    ['whose purchase is not known at all', 'DELETE FROM supplier_attempts'],
  ])('%s, is looked up at the supplier before anything else, and bought once', async (_, sql) => {
    const uuid = randomUUID();
    fault = 'lost';
    const orderId = await place(lost, uuid);
    await until(async () => (await lost.db.query('SELECT FROM supplier_attempts')).length === 1);
    if (sql !== undefined) await lost.db.query(sql);
    await command(lost, 'backup', backup);
    fault = 'none';
    await deliverThere('UP-1');
    expect(await closed(lost, uuid)).toMatchObject({ status: 'accept', replay_api: ['UP-1'] });
    // The restored shop would refuse to buy at this price, and give the money back.
    await supplier.db.query("UPDATE products SET price = '5'");
    await lost.stop();
    calls.length = 0;

    const printed = await command(restored, 'restore', backup);
    expect(printed).toContain('Suppliers: waiting orders that may have been bought: 1.');
    expect(await command(restored, 'doctor')).toMatch(
      /^warn +after a restore: .*1 orders from before still wait/m,
    );
    expect(await restored.service(OverdueDeliveries).run()).toBe(1);
    const order = { accountId: reseller.id, orderId };
    const seen = await until(async () => {
      await restored.service(FulfillmentJob).run(order);
      const state = await see(restored, uuid);
      return state.status !== 'wait' && state;
    });

    expect(seen).toMatchObject({ status: 'accept', replay_api: ['UP-1'] });
    expect([...new Set(calls)]).toEqual(['check']);
    expect(await bought()).toHaveLength(1);
    expect(await command(restored, 'doctor')).toMatch(/^ok +after a restore/m);
  });
});

describe('an order that was placed and bought after the backup', () => {
  beforeEach(() => command(lost, 'backup', backup));

  it('is the same purchase when its reseller places it again', async () => {
    const uuid = randomUUID();
    await place(lost, uuid, 2);
    await deliverThere('UP-2');
    expect(await closed(lost, uuid)).toMatchObject({ status: 'accept' });
    await lost.stop();
    await command(restored, 'restore', backup);
    await command(restored, 'maintenance', 'off');

    await place(restored, uuid, 2);

    expect(await closed(restored, uuid)).toMatchObject({ status: 'accept', replay_api: ['UP-2'] });
    expect(await bought()).toHaveLength(1);
  });

  it('is delivered, not given up, when it has become too expensive to be bought again', async () => {
    const uuid = randomUUID();
    await place(lost, uuid);
    await deliverThere('UP-4');
    expect(await closed(lost, uuid)).toMatchObject({ status: 'accept' });
    await supplier.db.query("UPDATE products SET price = '5'");
    await lost.stop();
    await command(restored, 'restore', backup);
    await command(restored, 'maintenance', 'off');

    await place(restored, uuid);

    expect(await closed(restored, uuid)).toMatchObject({ status: 'accept', replay_api: ['UP-4'] });
    expect(await bought()).toHaveLength(1);
  });

  it('is another purchase when its key is used for another quantity', async () => {
    const uuid = randomUUID();
    await place(lost, uuid, 2);
    await deliverThere('UP-3');
    expect(await closed(lost, uuid)).toMatchObject({ status: 'accept' });
    await lost.stop();
    await command(restored, 'restore', backup);
    await command(restored, 'maintenance', 'off');

    // Nothing that the restore has forgotten is still on its way.
    await restored.db.query(
      "UPDATE restores SET restored_at = restored_at - interval '11 minutes'",
    );

    await place(restored, uuid, 3);

    await until(async () => (await bought()).length === 2);
    expect(await see(restored, uuid)).toMatchObject({ status: 'wait' });
  });
});
