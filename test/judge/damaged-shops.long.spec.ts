import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { HttpClient, type Answer } from '../support/http-client.js';
import { Instance } from '../support/instance.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestOperator } from '../support/test-operator.js';
import { judge } from './judgement.js';
import { Recorder, recording } from './recorder.js';

/**
 * Faults that Souk had once, recorded at two instances of a real shop whose database is damaged so that they come back, and
 * the same requests without the damage.
 */

/** How long an answer may be older than a change in the other instance, and some more. */
const NO_LONGER_YOUNG_MS = 1_200;

let db: TestDatabase;
let one: Instance;
let other: Instance;
let operator: TestOperator;
let account: { id: number; token: string };
let product: number;
let recorder: Recorder;
let clients: HttpClient[];

beforeEach(async () => {
  db = await createTestDatabase();
  const rows = new ShopRows(db);
  account = await rows.account({ balance: '100' });
  product = await rows.product({ price: '5' });
  one = await Instance.on(db);
  other = await Instance.on(db);
  operator = await TestOperator.of(one, 'owner');
  recorder = new Recorder();
  recorder.own(account.token, { accountId: account.id });
  clients = [];
});

afterEach(async () => {
  for (const client of clients) client.close();
  await one.close();
  await other.close();
  await db.drop();
});

function ask(instance: Instance, path: string, ask: object = {}): Promise<Answer> {
  const name = instance === one ? 'one' : 'other';
  const sender = { client: `client ${clients.length}`, instance: name };
  const client = recording(new HttpClient(instance.baseUrl), recorder, sender);
  clients.push(client);
  return client.send(path, ask);
}

const read = (instance: Instance, route: string): Promise<Answer> =>
  ask(instance, `/client/api/${route}`, { token: account.token });

const order = (instance: Instance, key: string): Promise<Answer> =>
  read(instance, `newOrder/${product}/params?order_uuid=${key}`);

function change(method: string, path: string, body: object): Promise<Answer> {
  const headers = {
    ...{ Authorization: `Bearer ${operator.token}`, 'Content-Type': 'application/json' },
    'Idempotency-Key': randomUUID(),
  };
  return ask(one, `/admin/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
}

function checkersFound(): string[] {
  const { contradictions } = judge(recorder.take());
  return [...new Set(contradictions.map(({ checker }) => checker))].sort();
}

/** @returns the ids of both orders; the whole answer where there is none */
async function twoOrders(damage: () => Promise<unknown>): Promise<[string, string]> {
  const key = randomUUID();
  const first = idOf(await order(one, key));
  await damage();
  return [first, idOf(await order(other, key))];
}

function idOf({ text }: Answer): string {
  const { data } = JSON.parse(text) as { data?: { order_id: string } };
  return data?.order_id ?? text;
}

describe('two orders of one key', () => {
  it('are one where the key is remembered', async () => {
    const [first, second] = await twoOrders(() => Promise.resolve());
    expect(second).toBe(first);
    expect(checkersFound()).toEqual([]);
  });

  it('are found where it is forgotten', async () => {
    // The shop itself would stop the orders of the account when it finds an order without its key.
    await db.query(`
      CREATE FUNCTION never_halted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        NEW.orders_halted_at := NULL;
        NEW.orders_halted_reason := NULL;
        RETURN NEW;
      END $$;
      CREATE TRIGGER never_halted BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION never_halted();
    `);
    const [first, second] = await twoOrders(() => db.query('DELETE FROM order_keys'));
    expect([first, second]).toEqual([expect.stringMatching(/^ID_/), expect.stringMatching(/^ID_/)]);
    expect(second).not.toBe(first);
    expect(checkersFound()).toContain('order key');
  });
});

async function twoRejections(damage: () => Promise<unknown>): Promise<number[]> {
  const { json } = await order(one, randomUUID());
  const { order_id: id } = (json as { data: { order_id: string } }).data;
  const reject = () => change('POST', `orders/${id}/reject`, { reason: 'none left' });
  const first = await reject();
  await damage();
  const second = await reject();
  await read(other, 'statement?limit=500');
  await read(other, 'profile');
  return [first.status, second.status];
}

describe('a refund', () => {
  it('is made once', async () => {
    expect(await twoRejections(() => Promise.resolve())).toEqual([200, 409]);
    expect(checkersFound()).toEqual([]);
  });

  it('is found where it was made twice', async () => {
    const statuses = await twoRejections(() =>
      db.query(`
        DROP INDEX ledger_entries_movement_key;
        UPDATE orders
        SET status = 'wait', decided_at = NULL, decided_by = NULL, reason_for_reseller = NULL;
      `),
    );
    expect(statuses).toEqual([200, 200]);
    expect(checkersFound()).toContain('account');
  });
});

async function changedPrice(damage: () => Promise<unknown>): Promise<void> {
  await order(one, randomUUID());
  await read(other, 'products');
  await damage();
  await change('PUT', `products/${product}/price`, { price: '6' });
  await sleep(NO_LONGER_YOUNG_MS);
  await read(other, 'products');
}

describe('a price that one instance has changed', () => {
  it('is that of the other one a second later', async () => {
    await changedPrice(() => Promise.resolve());
    expect(checkersFound()).toEqual([]);
  });

  it('is found where the other one does not hear of it', async () => {
    await changedPrice(() => db.query('ALTER TABLE products DISABLE TRIGGER USER'));
    expect(checkersFound()).toEqual(['catalog price']);
  });
});

/** The database lost a price that was read already, and another change got its revision, as after an asynchronous failover. */
async function lostPrice(lose: string): Promise<void> {
  await db.query('UPDATE products SET price = 6 WHERE id = $1', [product]);
  await other.untilChanged(account.token, 'products', '');
  await other.untilKnown(account.token, product);
  await db.query(lose);
  const restarted = await Instance.on(db);
  try {
    await order(restarted, randomUUID());
    await read(restarted, 'products');
  } finally {
    await restarted.close();
  }
  await sleep(NO_LONGER_YOUNG_MS);
  await read(other, 'products');
}

const FORMER_PRICE = 'UPDATE products SET price = 5';

describe('a price that a failover has lost', () => {
  it('is forgotten by an instance that hears of the failover', async () => {
    await lostPrice(FORMER_PRICE);
    expect(checkersFound()).toEqual([]);
  });

  it('is found where an instance goes on telling it', async () => {
    await lostPrice(`
      ALTER TABLE products DISABLE TRIGGER USER;
      ${FORMER_PRICE};
      ALTER TABLE products ENABLE TRIGGER USER;
    `);
    expect(checkersFound()).toContain('catalog price');
  });
});
