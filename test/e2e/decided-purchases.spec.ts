import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { Database } from '../../src/database/database.js';
import { SupplierAttemptRepository } from '../../src/fulfillment/upstream/purchase/supplier-attempt.repository.js';
import { SupplierAttempt } from '../../src/fulfillment/upstream/supplier/supplier.entity.js';
import { UnneededPurchaseWatch } from '../../src/fulfillment/upstream/unneeded-purchase-watch.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { OpenPurchaseError } from '../../src/orders/delivery/open-purchases.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { invariantFaults } from '../support/invariants.js';
import { ScriptedShop, type Reply } from '../support/scripted-shop.js';
import { TestOperator } from '../support/test-operator.js';
import { settled } from '../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const KEY = newSecretKey();
const LISTED = [{ id: 7, name: '60 UC', price: 1 }];

let shop: TestShop;
let acme: ScriptedShop;
let account: TestAccount;
let support: TestOperator;
let product: number;
/** What acme answers to check, by the key of an attempt; anything else is at work. */
const there = new Map<string, Reply>();
/** What acme answers for its prices. */
let prices: Reply = LISTED;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: KEY });
  acme = await ScriptedShop.start();
  acme.answer = ({ route, query }) => {
    if (route === 'products') return prices;
    if (route === 'profile') return { status: 'OK', balance: '100' };
    const key = query.get('order_uuid') ?? query.get('orders')?.slice(1, -1) ?? '';
    const order = { order_id: `ACME-${key.slice(0, 8)}`, price: 0.75, replay_api: null };
    const atWork = { ...order, status: 'wait' };
    if (route.startsWith('newOrder')) return { status: 'OK', data: atWork };
    return there.get(key) ?? { status: 'OK', data: [atWork] };
  };
  account = await shop.account({ balance: '1000' });
  support = await TestOperator.of(shop, 'support');
  await shop.service(SupplierService).add('acme', acme.url, { token: 'secret' });
  const fulfillment = [{ handler: 'upstream', settings: { supplier: 'acme', product: 7 } }];
  product = await shop.product({ price: '2', type: 'package', fulfillment });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await acme.close();
});
beforeEach(() => {
  prices = LISTED;
});

async function place(): Promise<string> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await settled(() => account.api(path));
  return (json as { data: { order_id: string } }).data.order_id;
}

interface Attempt {
  readonly attempt_uuid: string;
  readonly sends: number;
  readonly supplier_order_id: string | null;
}

async function attemptOf(orderId: string): Promise<Attempt | undefined> {
  const sql = 'SELECT * FROM supplier_attempts WHERE order_id = $1';
  return (await shop.db.query<Attempt>(sql, [orderId]))[0];
}

/** An order that acme has, and is at work on. */
async function bought(): Promise<{ id: string; theirs: string }> {
  const id = await place();
  const theirs = await until(async () => (await attemptOf(id))?.supplier_order_id ?? undefined);
  return { id, theirs };
}

async function statusOf(id: string): Promise<string> {
  const sql = 'SELECT status FROM orders WHERE order_id = $1';
  return (await shop.db.query<{ status: string }>(sql, [id]))[0]!.status;
}

const decide = (decision: string, body: object) =>
  support.ask(`POST ${decision}`, { body, key: randomUUID() });

describe('an order that is being bought', () => {
  it.each([
    ['accept', {}],
    ['reject', { reason: 'No.' }],
  ])('is closed by %s of the admin API only when that is confirmed', async (verb, body) => {
    const { id, theirs } = await bought();
    const refused = await decide(`orders/${id}/${verb}`, body);

    expect([refused.status, await statusOf(id)]).toEqual([409, 'wait']);
    expect(refused.json).toMatchObject({
      type: 'urn:souk:problem:being-bought',
      detail: `Order ${id} is being bought from acme (order ${theirs} there), which may still deliver and charge for it if the order is closed now; nothing was changed.`,
    });
    const confirmed = await decide(`orders/${id}/${verb}`, { ...body, despite_purchase: true });
    expect([confirmed.status, await statusOf(id)]).toEqual([200, verb]);
  });

  it('is refused alone among several', async () => {
    const [{ id }, other] = [await bought(), await shop.product({ price: '1' })];
    const path = `/client/api/newOrder/${other}/params?order_uuid=${randomUUID()}`;
    const { json } = await account.api(path);
    const plain = (json as { data: { order_id: string } }).data.order_id;
    const answer = await decide('orders/reject', { order_ids: [id, plain], reason: 'No.' });

    expect(answer.json).toMatchObject({
      items: [
        { order_id: id, status: 409, type: 'urn:souk:problem:being-bought' },
        { status: 200 },
      ],
    });
    const body = { order_ids: [id], reason: 'No.', despite_purchase: true };
    expect((await decide('orders/reject', body)).json).toMatchObject({ items: [{ status: 200 }] });
  });

  it('is closed by a command only with --despite-purchase', async () => {
    const { id } = await bought();
    const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: KEY };
    const words = ['order', 'reject', id, '--reason', 'no'];
    const refused = await souk(settings, ...words);

    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('from acme') as string });
    expect(refused.err).toContain('--despite-purchase');
    expect((await souk(settings, ...words, '--despite-purchase')).code).toBe(0);
    expect(await statusOf(id)).toBe('reject');
  });

  it('shows that on its page, and is closed there only with the box ticked', async () => {
    const { id, theirs } = await bought();
    const ada = await operatorBrowser(shop, 'support', 'ada');
    const page = await ada.open(`/console/orders/${id}`);
    expect(page.root.querySelector('main [role="alert"]')?.text).toMatch(
      new RegExp(`acme.*${theirs}`),
    );
    const refused = await ada.send(page, 'reject', { reason: 'no' });
    expect([refused.status, await statusOf(id)]).toEqual([409, 'wait']);
    await ada.send(refused, 'reject', { reason: 'no', despite_purchase: 'on' });
    expect(await statusOf(id)).toBe('reject');
  });

  it('was bought by a request without an answer, too', async () => {
    const id = await place();
    await until(async () => (await attemptOf(id))?.supplier_order_id ?? undefined);
    await shop.db.query(
      'UPDATE supplier_attempts SET supplier_order_id = NULL, cost = NULL WHERE order_id = $1',
      [id],
    );
    const refused = await decide(`orders/${id}/reject`, { reason: 'No.' });
    expect(refused.status).toBe(409);
  });
});

/** Rejects without a confirmation. @returns false if that was refused because the order is being bought */
async function rejectedUnlessBought(id: string): Promise<boolean> {
  const closes = shop.service(OrderCloseService);
  return until(async () => {
    try {
      await closes.reject(id, { reason: 'No.', actor: 'test' });
      return { done: true };
    } catch (error) {
      // A busy database may refuse it for other reasons.
      return error instanceof OpenPurchaseError ? { done: false } : undefined;
    }
  }).then(({ done }) => done);
}

describe('a decision and a purchase at the same time', () => {
  it('are one after the other: what is closed is not sent any more', async () => {
    const unsent = Promise.withResolvers<object>();
    prices = unsent.promise;
    const id = await place();
    await until(async () => (await attemptOf(id)) !== undefined);
    const { manager } = shop.service(Database);
    const attempt = await manager.findOneByOrFail(SupplierAttempt, { orderId: id });
    const sending: { promise?: Promise<boolean>; done?: true } = {};
    await shop.service(Database).transaction(async (within) => {
      const close = { reason: 'No.', actor: 'test' };
      await shop.service(OrderCloseService).reject(id, close, within);
      sending.promise = shop.service(SupplierAttemptRepository).recordSend(attempt);
      void sending.promise.then(() => (sending.done = true));
      // It waits for the decision, or it has not noticed it.
      await until(
        async () =>
          sending.done ??
          (await shop.db.query(`SELECT FROM pg_locks WHERE NOT granted`)).length > 0,
      );
    });

    expect(await sending.promise).toBe(false);
    unsent.resolve(LISTED);
  });

  it('never leave an order closed and sent without a confirmation', async () => {
    const unsent = Promise.withResolvers<object>();
    prices = unsent.promise;
    const ids = await Promise.all(Array.from({ length: 64 }, place));
    unsent.resolve(LISTED);
    const rejected = await Promise.all(ids.map(rejectedUnlessBought));
    const sent = await Promise.all(ids.map(async (id) => ((await attemptOf(id))?.sends ?? 0) > 0));

    // One that was refused to be closed was sent before.
    expect(sent).toEqual(rejected.map((one) => !one));
  });
});

interface FollowedUp {
  readonly bought: boolean | null;
  readonly note: string;
  readonly due: boolean;
  readonly cost: string | null;
}

/** What is known of the purchase of an order that was closed by hand. */
async function followedUp(orderId: string): Promise<FollowedUp | undefined> {
  const [row] = await shop.db.query<FollowedUp>(
    `SELECT bought, note, due_at IS NOT NULL AS due, trim_scale(cost)::text AS cost
     FROM unneeded_purchases JOIN supplier_attempts USING (account_id, order_id)
     WHERE order_id = $1`,
    [orderId],
  );
  return row;
}

/** Asks acme now, until the purchase is as it should be. */
function followedUntil(orderId: string, is: (found: FollowedUp) => boolean): Promise<FollowedUp> {
  return until(async () => {
    await shop.db.query('UPDATE unneeded_purchases SET due_at = now() WHERE settled_at IS NULL');
    await shop.service(UnneededPurchaseWatch).check();
    const found = await followedUp(orderId);
    return found && is(found) ? found : undefined;
  });
}

describe('a purchase whose order was closed by hand', () => {
  const REJECT = { reason: 'No.', actor: 'test', despitePurchase: true };
  const closes = () => shop.service(OrderCloseService);

  it('is followed up until the supplier delivers, which changes neither order nor money', async () => {
    const { id, theirs } = await bought();
    const { attempt_uuid: key } = (await attemptOf(id))!;
    await closes().reject(id, REJECT);
    const before = await account.api('/client/api/profile');
    expect(await followedUntil(id, ({ note }) => note !== '')).toEqual({
      ...{ bought: null, note: `${theirs} is at work`, due: true, cost: '0.75' },
    });

    const order = { order_id: theirs, status: 'accept', price: 0.75, replay_api: ['LATE-CODE'] };
    there.set(key, { status: 'OK', data: [order] });
    expect(await followedUntil(id, (found) => found.bought !== null)).toEqual({
      ...{ bought: true, note: `${theirs} was delivered`, due: false, cost: '0.75' },
    });
    const { json } = await account.api(`/client/api/check?orders=${id}`);
    expect(json).toMatchObject({ data: [{ status: 'reject', replay_api: null }] });
    expect((await account.api('/client/api/profile')).json).toEqual(before.json);
    const { items } = await support.get<{ items: { event: string; facts: object }[] }>(
      `GET orders/${id}/timeline`,
    );
    // The role may see neither costs nor what suppliers say.
    expect(items.at(-1)).toMatchObject({
      event: 'purchase delivered late',
      facts: { supplier: 'acme', supplier_order: theirs },
    });
  });

  it('is settled when the supplier gives the money back', async () => {
    const { id, theirs } = await bought();
    const { attempt_uuid: key } = (await attemptOf(id))!;
    await closes().accept(id, { codes: ['OWN'], actor: 'test', despitePurchase: true });
    const order = { order_id: theirs, status: 'reject', price: 0.75, replay_api: null };
    there.set(key, { status: 'OK', data: [order] });

    expect(await followedUntil(id, (found) => found.bought !== null)).toMatchObject({
      ...{ bought: false, note: `${theirs} was rejected` },
    });
  });

  it('is sealed where the supplier has not got it, so that it is never bought', async () => {
    const id = await place();
    const { attempt_uuid: key } = await until(async () => {
      const attempt = await attemptOf(id);
      return attempt?.supplier_order_id ? attempt : undefined;
    });
    await shop.db.query(
      'UPDATE supplier_attempts SET supplier_order_id = NULL, cost = NULL WHERE order_id = $1',
      [id],
    );
    there.set(key, { status: 'OK', data: [], sealed: [key] });
    await closes().reject(id, REJECT);

    expect(await followedUntil(id, (found) => found.bought !== null)).toMatchObject({
      ...{ bought: false, note: 'never bought', cost: null },
    });
  });
});
