import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderEraser } from '../../src/orders/erasure/order-eraser.js';
import { secretKeyVerdict } from '../../src/upkeep/doctor/secret-key-verdict.js';
import { souk, soukJson } from '../support/command-line.js';
import { invariantFaults } from '../support/invariants.js';
import { productDeliveredBy } from '../support/own-handlers.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const KEYS = [newSecretKey(), newSecretKey(), newSecretKey()] as const;

let shop: TestShop;
let account: TestAccount;
let product: number;
/** What the handler delivers. */
let codes: readonly string[];

beforeAll(async () => {
  // A shop of its own: it has two keys, between which they are rotated.
  shop = await startTestShop({ SECRET_KEYS: `${KEYS[0]},${KEYS[1]}` });
  account = await shop.account({ balance: '1000' });
  product = await productDeliveredBy(shop, 'package', {
    deliver: () => Promise.resolve({ kind: 'delivered', codes }),
  });
});
beforeEach(async () => {
  codes = [randomUUID()];
  await shop.db.query('DELETE FROM delivered_codes');
  await shop.db.query('DELETE FROM repeated_deliveries');
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

async function placed(): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  return ((await account.api(path)).json as { data: { order_id: string } }).data.order_id;
}

async function ended(orderId: string): Promise<string | undefined> {
  await shop.jobsDone('fulfillment', account.id);
  const rows = await shop.db.query<{ status: string }>(
    'SELECT status FROM orders WHERE order_id = $1',
    [orderId],
  );
  return rows[0]?.status;
}

const hashes = () =>
  shop.db.query<{ key: string; hash: string }>(
    "SELECT encode(key_id, 'hex') AS key, encode(code_hash, 'hex') AS hash FROM delivered_codes",
  );

async function command(keys: readonly string[], ...words: string[]) {
  const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: keys.join() };
  return soukJson<Record<string, unknown>>(settings, ...words);
}

it('a code is known under every key, whichever server has delivered it', async () => {
  expect(await ended(await placed())).toBe('accept');
  expect(await hashes()).toHaveLength(2);
  for (const { hash } of await hashes()) {
    const others = "DELETE FROM delivered_codes WHERE encode(code_hash, 'hex') = $1 RETURNING *";
    const [row] = await shop.db.query<Record<string, unknown>>(others, [hash]);
    expect(await ended(await placed())).toBe('wait');
    await shop.db.query('INSERT INTO delivered_codes VALUES ($1, $2, $3, $4)', [
      ...['code_hash', 'key_id', 'account_id', 'order_id'].map((name) => row![name]),
    ]);
  }
});

it('a rotation makes the hashes anew, also of what is held back', async () => {
  const [first, second, next] = KEYS;
  const all = [next, first, second];
  expect(await ended(await placed())).toBe('accept');
  const held = [await placed(), await placed()];
  for (const id of held) expect(await ended(id)).toBe('wait');
  expect(await command(all, 'codes', 'rotate')).toMatchObject({ delivered_codes: 1 });
  expect(await command(all, 'codes', 'rotate')).toMatchObject({ delivered_codes: 0 });
  const [only, ...others] = await hashes();
  expect(others).toEqual([]);

  // Back, after which the servers know it again.
  expect(await command([first, next], 'codes', 'rotate')).toMatchObject({ delivered_codes: 1 });
  expect(await hashes()).not.toContainEqual(only);
  expect(await ended(await placed())).toBe('wait');
  const [one = '', later = ''] = held;
  const accept = (id: string) => souk(shop, 'order', 'accept', id, '--deliver-anyway');
  expect((await accept(one)).err).toBe('');
  // It was held back before the first of them has got the code, too, so that it may be decided twice.
  await until(async () => (await accept(later)).code === 0);
});

it('a rotation keeps the hashes of an erased order, whose codes nobody can hash anew', async () => {
  const orderId = await placed();
  expect(await ended(orderId)).toBe('accept');
  const ref = { accountId: account.id, orderId };
  await shop.inTransaction((manager) => shop.service(OrderEraser).erase(manager, [ref]));
  const before = await hashes();
  const [first, second, next] = KEYS;
  expect(await command([next, first, second], 'codes', 'rotate')).toMatchObject({
    delivered_codes: 0,
  });
  expect(await hashes()).toEqual(before);
  await command([first, second, next], 'codes', 'rotate');
  expect(await ended(await placed())).toBe('wait');
});

it('older orders with the same code are listed, and no order fails for them', async () => {
  // As the release before leaves them.
  const orders: string[] = [];
  while (orders.length < 2) {
    orders.push(await placed());
    expect(await ended(orders.at(-1)!)).toBe('accept');
    await shop.db.query('DELETE FROM delivered_codes');
  }
  orders.sort();
  const [one, other] = orders;
  expect(await command([KEYS[0], KEYS[1]], 'codes', 'repeated')).toContainEqual({
    ...{ order: one, other, codes: 1 },
  });
});

it('doctor says that nothing is compared without a key', () => {
  const none = { keyIds: [], keyFile: undefined, missing: [], awaiting: [] };
  expect(secretKeyVerdict(none).message).toContain('without it no delivered codes are compared');
});
