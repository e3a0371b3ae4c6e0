import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { SupplierWatch } from '../../../src/fulfillment/upstream/supplier-watch.js';
import { soukJson } from '../../support/command-line.js';
import { FaultProxy, type Fault } from '../../support/fault-proxy.js';
import { invariantFaults } from '../../support/invariants.js';
import {
  BASE_URL,
  startTestShop,
  type TestAccount,
  type TestShop,
} from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

/** The name of the supplier here. */
const ACME = fresh('acme');

let supplier: TestShop;
let shop: TestShop;
let proxy: FaultProxy;
/** Our account at the supplier, and a reseller's account here. */
let ours: TestAccount;
let reseller: TestAccount;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-upstream-'));
  shop = await workerShop();
  // A shop of its own: it is the supplier, another shop than the one that buys.
  supplier = await startTestShop({
    BASE_URL: 'https://supplier.example',
    SECRET_KEYS: newSecretKey(),
  });
  ours = await supplier.account({ balance: '1000' });
  reseller = await shop.account({ balance: '1000' });
  proxy = await FaultProxy.start(supplier.baseUrl);
  await command('supplier', 'add', ACME, proxy.url, '--token-file', await tokenFile(ours.token));
});
afterAll(async () => {
  expect(await invariantFaults(supplier.db)).toEqual([]);
  expect(await invariantFaults(shop.db, [reseller.id])).toEqual([]);
  await supplier.close();
  await proxy.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  proxy.choose = () => 'none';
});

async function tokenFile(token: string): Promise<string> {
  const file = join(folder, randomUUID());
  await writeFile(file, `${token}\n`);
  return file;
}

const command = (...words: string[]) => soukJson<Record<string, unknown>>(shop, ...words);

const upstream = (product: number) => ({
  handler: 'upstream',
  settings: { supplier: ACME, product },
});

/** A product of theirs, sold here for `price`. */
async function resold(price: string, theirs: { price: string }) {
  const offer = {
    type: 'package',
    quantityValues: { min: '1', max: '9' },
    fields: ['Player ID'],
  } as const;
  const product = await supplier.product({ ...offer, price: theirs.price });
  const id = await shop.product({ ...offer, price, fulfillment: [upstream(product)] });
  return { id, product };
}

async function place(id: number, more = ''): Promise<string> {
  const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}&playerId=5123${more}`;
  const { json } = await reseller.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

interface Seen {
  readonly status: string;
  readonly replay_api: string[] | null;
}

async function see(orderId: string): Promise<Seen> {
  const { json } = await reseller.api(`/client/api/check?orders=${orderId}`);
  return (json as { data: [Seen] }).data[0];
}

function closed(orderId: string): Promise<Seen> {
  return until(async () => {
    const seen = await see(orderId);
    return seen.status !== 'wait' && seen;
  });
}

const note = async (orderId: string): Promise<string> =>
  (
    await shop.db.query<{ note: string }>('SELECT note FROM fulfillments WHERE order_id = $1', [
      orderId,
    ])
  )[0]!.note;

/** Orders that the supplier has of the product. */
function bought(product: number): Promise<{ order_id: string; status: string }[]> {
  return supplier.db.query('SELECT order_id, status FROM orders WHERE product_id = $1', [product]);
}

/** The first of them, once there is one. */
function boughtOnce(product: number): Promise<{ order_id: string; status: string }> {
  return until(async () => (await bought(product))[0]);
}

describe('an order that another shop delivers', () => {
  it('is bought there with its quantity and fields, and delivered with its codes', async () => {
    // Without a mark-up.
    const { id, product } = await resold('1.5', { price: '1.5' });
    const orderId = await place(id, '&qty=3');
    await boughtOnce(product);
    const [theirs] = await supplier.db.query<{
      order_id: string;
      quantity: string;
      fields: object;
    }>('SELECT order_id, quantity, fields FROM orders WHERE product_id = $1', [product]);
    expect(theirs).toMatchObject({ quantity: '3.000000', fields: { 'Player ID': '5123' } });
    expect(await see(orderId)).toMatchObject({ status: 'wait' });

    await supplier
      .service(OrderCloseService)
      .accept(theirs!.order_id, { codes: ['UP-1', 'UP-2'], actor: 'test' });

    expect(await closed(orderId)).toMatchObject({
      status: 'accept',
      replay_api: ['UP-1', 'UP-2'],
    });
  });

  it('is rejected here when it is rejected there', async () => {
    const { id, product } = await resold('2', { price: '1' });
    const orderId = await place(id);
    const theirs = await boughtOnce(product);
    await supplier
      .service(OrderCloseService)
      .reject(theirs.order_id, { reason: 'no', actor: 'test' });

    expect(await closed(orderId)).toMatchObject({ status: 'reject' });
  });

  it('is refused, and sealed there, when the supplier refuses it', async () => {
    const { id, product } = await resold('2', { price: '1' });
    await supplier.db.query('UPDATE products SET available = false WHERE id = $1', [product]);
    // Accounts that see unavailable products still have it in their list.
    await supplier.db.query('UPDATE accounts SET show_unavailable = true');
    const sealed = 'SELECT FROM order_keys WHERE sealed_at IS NOT NULL';
    const before = await supplier.db.query(sealed);
    const orderId = await place(id);

    expect(await closed(orderId)).toMatchObject({ status: 'reject' });
    expect(await supplier.db.query(sealed)).toHaveLength(before.length + 1);
  });

  it('is not bought above the price it was sold for', async () => {
    const { id, product } = await resold('2', { price: '2.01' });

    expect(await closed(await place(id))).toMatchObject({ status: 'reject' });
    expect(await bought(product)).toEqual([]);
  });

  it('is bought once, whatever becomes of the first try', async () => {
    const faults: Fault[] = ['lost', 'mute', 'garbage', 'html', 'http-500', 'busy'];
    const spoiled = new Map<string, Fault>();
    proxy.choose = (path) => {
      const [, product = ''] = /newOrder\/(\d+)/.exec(path) ?? [];
      const fault = spoiled.get(product) ?? 'none';
      spoiled.delete(product);
      return fault;
    };
    const outcomes = faults.map(async (fault) => {
      const { id, product } = await resold('2', { price: '1' });
      spoiled.set(String(product), fault);
      const orderId = await place(id);
      const theirs = await boughtOnce(product);
      await supplier.service(OrderCloseService).accept(theirs.order_id, { actor: 'test' });
      const { status } = await closed(orderId);
      return { fault, status, bought: (await bought(product)).length };
    });

    expect(await Promise.all(outcomes)).toEqual(
      faults.map((fault) => ({ fault, status: 'accept', bought: 1 })),
    );
    expect(spoiled.size).toBe(0);
  });

  it('waits, and falls through to nobody, while the supplier does not let us in', async () => {
    const { id, product } = await resold('2', { price: '1' });
    await supplier.db.query('UPDATE accounts SET api_permitted = false WHERE id = $1', [ours.id]);
    const orderId = await place(id);
    await until(async () => (await note(orderId)) !== '');

    expect(await see(orderId)).toMatchObject({ status: 'wait' });
    expect(await bought(product)).toEqual([]);
    await supplier.db.query('UPDATE accounts SET api_permitted = true WHERE id = $1', [ours.id]);
    const theirs = await boughtOnce(product);
    await supplier.service(OrderCloseService).accept(theirs.order_id, { actor: 'test' });
    expect(await closed(orderId)).toMatchObject({ status: 'accept' });
  });

  it('is not bought again by an order that came back in a circle', async () => {
    const [{ shop_id: own }] = (await shop.db.query<{ shop_id: string }>(
      'SELECT shop_id FROM shop_identity',
    )) as [{ shop_id: string }];
    const { id, product } = await resold('2', { price: '1' });
    const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}&playerId=1`;
    const { json } = await reseller.api(path, {
      headers: { 'Souk-Via': `0123456789abcdef,${own}` },
    });

    const orderId = (json as { data: { order_id: string } }).data.order_id;
    expect(await closed(orderId)).toMatchObject({ status: 'reject' });
    expect(await bought(product)).toEqual([]);
  });
});

describe("a supplier's catalog", () => {
  const listed = () =>
    shop.db.query<{ name: string; price: string; available: boolean; deleted: boolean }>(
      `SELECT name, trim_scale(price)::text AS price, available, deleted_at IS NOT NULL AS deleted
       FROM products JOIN supplier_products ON product_id = id
       WHERE supplier_id = (SELECT id FROM suppliers WHERE name = $1) ORDER BY supplier_product`,
      [ACME],
    );

  const ourIds = async (): Promise<number[]> => {
    const rows = await shop.db.query<{ id: number }>(
      `SELECT product_id AS id FROM supplier_products
       WHERE supplier_id = (SELECT id FROM suppliers WHERE name = $1) ORDER BY supplier_product`,
      [ACME],
    );
    return rows.map(({ id }) => id);
  };
  const importAgain = (unusual: number) =>
    command('catalog', 'import', '--from-shop', ACME, '--accept-unusual', String(unusual));

  it('is listed with a mark-up, kept in sync, and never revives what was hidden', async () => {
    await supplier.db.query('UPDATE accounts SET show_unavailable = false');
    await supplier.db.query('UPDATE products SET available = false');
    const category = await supplier.category({ name: 'Gift cards' });
    const ids = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      ids.push(await supplier.product({ categoryId: category, name, price: '0.000061' }));
    }
    expect(await command('catalog', 'import', '--from-shop', ACME, '--dry-run')).toMatchObject({
      created: 4,
    });
    expect(await listed()).toEqual([]);

    await command('supplier', 'sync', ACME, '--every', '5', '--markup', '10');
    await shop.service(SupplierWatch).run();
    // The shop looks at its suppliers by itself, too, and may be the first.
    await until(async () => (await listed()).length > 0);
    const listing = { price: '0.0000671', available: true, deleted: false };
    expect(await listed()).toEqual(
      ['One', 'Two', 'Three', 'Four'].map((name) => ({ ...listing, name })),
    );

    // The operator hides two; the supplier loses two, and changes a price.
    const [, two, three] = await ourIds();
    await shop.db.query('UPDATE products SET available = false WHERE id = $1', [two]);
    await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = $1', [three]);
    await supplier.db.query('UPDATE products SET available = false WHERE id = ANY ($1)', [
      [ids[0], ids[1]],
    ]);
    await supplier.db.query('UPDATE products SET price = 2 WHERE id = $1', [ids[3]]);
    expect(await importAgain(2)).toMatchObject({ created: 0, updated: 1, gone: 1, returned: 0 });
    await supplier.db.query('UPDATE products SET available = true WHERE id = ANY ($1)', [
      [ids[0], ids[1]],
    ]);
    expect(await importAgain(0)).toMatchObject({ created: 0, updated: 0, gone: 0, returned: 1 });

    expect(await listed()).toEqual([
      { name: 'One', price: '0.0000671', available: true, deleted: false },
      { name: 'Two', price: '0.0000671', available: false, deleted: false },
      { name: 'Three', price: '0.0000671', available: true, deleted: true },
      { name: 'Four', price: '2.2', available: true, deleted: false },
    ]);
  });
});

describe('a supplier', () => {
  it('has the calls to it timed by their outcome', async () => {
    const probe = () => shop.service(SupplierService).probe(ACME);
    const counted = async (outcome: string): Promise<number> => {
      const text = await shop
        .service(Registry)
        .getSingleMetricAsString('souk_supplier_call_seconds');
      const labels = `{supplier="${ACME}",outcome="${outcome}"}`;
      return Number(
        text.split(`souk_supplier_call_seconds_count${labels} `)[1]?.split('\n')[0] ?? 0,
      );
    };
    for (const [fault, outcome] of [
      ['none', 'answered'],
      ['garbage', 'invalid'],
      ['lost', 'unanswered'],
    ] as const) {
      const before = await counted(outcome);
      proxy.choose = () => fault;
      await probe().catch(() => undefined);
      expect([outcome, (await counted(outcome)) > before]).toEqual([outcome, true]);
    }
  });

  it('has its token nowhere to be read, and is refused when it is this shop', async () => {
    const rows = await shop.db.query('SELECT FROM suppliers s WHERE s::text LIKE $1', [
      `%${Buffer.from(ours.token).toString('hex')}%`,
    ]);
    expect(rows).toEqual([]);
    const file = await tokenFile(ours.token);
    const words = ['supplier', 'add', fresh('self'), BASE_URL, '--token-file', file];
    await expect(command(...words)).rejects.toThrow(/very shop/);
    await resold('2', { price: '1' });
    await expect(command('supplier', 'remove', ACME)).rejects.toThrow(
      /Products that it delivers: /,
    );
  });
});
