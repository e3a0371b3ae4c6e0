import { randomUUID } from 'node:crypto';
import { ProductService } from '../../src/catalog/editing/product.service.js';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { WATCH_CHECKS } from '../../src/upkeep/doctor/doctor-checks.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk } from '../support/command-line.js';
import { invariantFaults } from '../support/invariants.js';
import { productDeliveredBy } from '../support/own-handlers.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
/** What the handler delivers for an order. */
let codes: readonly string[];

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  account = await shop.account({ balance: '100000' });
});
afterEach(async () => {
  expect(await invariantFaults(shop.db, [account.id])).toEqual([]);
});

/** Codes that no other order has. */
const numbered = (count: number): string[] => {
  const name = fresh('C');
  return Array.from({ length: count }, (_, number) => `${name}-${number}`);
};

const product = (type: 'package' | 'amount' = 'amount') =>
  productDeliveredBy(shop, type, {
    deliver: () => Promise.resolve({ kind: 'delivered', codes }),
  });

async function ordered(id: number, quantity = '1'): Promise<unknown> {
  const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}&qty=${quantity}`;
  return (await account.api(path)).json;
}

async function placed(id: number, quantity = '1'): Promise<string> {
  return ((await ordered(id, quantity)) as { data: { order_id: string } }).data.order_id;
}

interface State {
  readonly status: string;
  readonly note: string;
  readonly tries: number;
}

const stateOf = async (orderId: string): Promise<State> => {
  const [row] = await shop.db.query<State>(
    `SELECT status, note, tries FROM orders JOIN fulfillments USING (account_id, order_id)
     WHERE order_id = $1`,
    [orderId],
  );
  return row!;
};

const refusedOnce = (orderId: string) =>
  until(async () => {
    const state = await stateOf(orderId);
    return state.tries > 0 && state;
  });

/** Has the handler asked until this is so: a retry of the server may come between. */
const askedUntil = (orderId: string, isSo: (state: State) => boolean) =>
  until(async () => {
    await shop.db.query('UPDATE fulfillments SET due_at = now() WHERE order_id = $1', [orderId]);
    await shop.service(FulfillmentJob).run({ accountId: account.id, orderId });
    return isSo(await stateOf(orderId));
  });

const accepted = (orderId: string) =>
  until(async () => (await stateOf(orderId)).status === 'accept');

describe('more codes than a product has', () => {
  it('leave the order waiting with the reason, until the product is said to have so many', async () => {
    codes = numbered(21);
    const id = await product();
    const orderId = await placed(id);
    expect(await refusedOnce(orderId)).toMatchObject({
      status: 'wait',
      note: 'the answer of the handler cannot be used: 21 codes were delivered, and at most 20 are taken for this order',
    });
    await askedUntil(orderId, ({ status, tries }) => status === 'wait' && tries > 1);

    await shop.inTransaction((manager) =>
      shop.service(ProductService).change(manager, id, { codesPerPiece: 21 }),
    );
    await askedUntil(orderId, ({ status }) => status === 'accept');
    const { json } = await account.api(`/client/api/check?orders=[${orderId}]`);
    expect(json).toMatchObject({ data: [{ replay_api: codes }] });
  });

  it('may be delivered by hand', async () => {
    codes = numbered(60_000);
    const orderId = await placed(await product());
    await refusedOnce(orderId);
    const by = { actor: 'operator', codes: codes.slice(0, 30) };
    await shop.service(OrderCloseService).accept(orderId, by);
    expect((await stateOf(orderId)).status).toBe('accept');
  });

  it('are told like an answer that is none at all', async () => {
    const nothing = { deliver: () => Promise.resolve(undefined as never) };
    const orderId = await placed(await productDeliveredBy(shop, 'amount', nothing));
    expect(await refusedOnce(orderId)).toMatchObject({
      status: 'wait',
      note: 'the answer of the handler cannot be used: there is none',
    });
  });

  it('are told by doctor at once', async () => {
    codes = ['x'.repeat(1_001)];
    const orderId = await placed(await product());
    await refusedOnce(orderId);
    // Doctor names a few of all that other specs have left.
    const { statement } = WATCH_CHECKS.find(({ check }) => check === 'stuck deliveries')!;
    const told = await shop.db.query<{ what: string }>(statement);
    expect(told.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(
        `^order ${orderId} with the handler odd.* a code has more than 1000 characters`,
      ),
    );
  });
});

describe('a quantity above a thousand', () => {
  const TOO_MANY = {
    ...{ status: 'ERROR', code: 105 },
    message:
      'Quantity not available: at most 1000 pieces of this product can be delivered in one order',
  };

  it('is 105 once an order has shown that each piece is a code, in the quote as well', async () => {
    codes = numbered(10);
    const id = await product();
    await accepted(await placed(id, '10'));
    await until(async () => (await shop.service(ProductService).get(id)).deliversCodes);
    expect(await ordered(id, '1001')).toMatchObject(TOO_MANY);
    const quote = await account.api(`/client/api/quote/${id}/params?qty=1001`);
    expect(quote.json).toMatchObject(TOO_MANY);
    // It is not stock that is short.
    const support = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
    const { items } = await until(async () => {
      const path = `GET refusals?product_id=${id}`;
      const page = await support.get<{ items: object[] }>(path);
      return page.items.length > 0 && page;
    });
    expect(items).toMatchObject([{ code: 105, reason: TOO_MANY.message, cause_now: null }]);
    codes = numbered(1_000);
    await accepted(await placed(id, '1000'));
  });

  it('is 105 as well once an order has brought more codes than are taken', async () => {
    codes = numbered(2_000);
    const id = await product();
    await refusedOnce(await placed(id, '2000'));
    await until(async () => (await shop.service(ProductService).get(id)).deliversCodes);
    expect(await ordered(id, '2000')).toMatchObject(TOO_MANY);
  });

  it('is sent where one code stands for many pieces', async () => {
    codes = ['receipt'];
    const id = await product();
    await accepted(await placed(id, '10'));
    await accepted(await placed(id, '5000'));
  });

  it('is 105, or not, as the operator says', async () => {
    codes = ['receipt'];
    const id = await product();
    const set = (value: string) =>
      souk(shop, 'product', 'set', String(id), '--delivers-codes', value);
    expect((await set('on')).code).toBe(0);
    expect(await ordered(id, '1001')).toMatchObject(TOO_MANY);
    expect((await set('off')).code).toBe(0);
    codes = numbered(10);
    await accepted(await placed(id, '10'));
    codes = ['receipt'];
    await accepted(await placed(id, '1001'));
    expect((await shop.service(ProductService).get(id)).deliversCodes).toBe(false);
  });
});

it.each(['19', '1001', '20.5', 'many'])('a product cannot have %s codes a piece', async (count) => {
  const set = ['product', 'set', String(await product()), '--codes-per-piece', count] as const;
  const { code, err } = await souk(shop, ...set);
  expect(code).not.toBe(0);
  expect(err).toContain('must be a whole number from 20 to 1000.');
});
