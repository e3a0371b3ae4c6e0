import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { BatchBalances } from '../../../src/account/ledger/batch-balances.js';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import { KeyClaims } from '../../../src/orders/placement/key-claims.js';
import { OrderBatches } from '../../../src/orders/placement/order-batches.js';
import { OrdersTogether } from '../../../src/orders/placement/orders-together.js';
import { TransactionPlacement } from '../../../src/orders/placement/transaction-placement.js';
import type { Answer } from '../../support/http-client.js';
import { Instance } from '../../support/instance.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let faults: () => Promise<string[]>;
let plain: number;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  plain = await shop.product({ price: '2' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

/** A product of which so many codes are in stock. */
async function stocked(count: number, ...more: { handler: string; settings: object }[]) {
  const stock = fresh('together');
  const codes = Array.from({ length: count }, (_, number) => `${stock}-${number}`);
  await shop.service(CodeImportService).import(stock, Readable.from(codes), { dryRun: false });
  const product = await shop.product({
    price: '2',
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock } }, ...more] as never,
  });
  return { product, codes, stock };
}

async function capped(cap: string): Promise<TestAccount> {
  const account = await shop.account({ balance: '1000' });
  await shop.db.query('UPDATE access_tokens SET daily_cap = $2 WHERE account_id = $1', [
    account.id,
    cap,
  ]);
  return account;
}

const path = (product: number, uuid: string = randomUUID(), qty = 1) =>
  `/client/api/newOrder/${product}/params?order_uuid=${uuid}&qty=${qty}`;
const codeOf = ({ json }: Answer) => (json as { code?: number }).code ?? 'order';
const codesIn = ({ json }: Answer): string[] =>
  (json as { data?: { replay_api: [{ replay: string[] }] | null } }).data?.replay_api?.[0].replay ??
  [];

/** Private members of OrderBatches. */
interface Line {
  readonly waiting: readonly unknown[];
  readonly slotsTogether: { fill(): void };
}

/** Sends requests one after the other, so that one transaction takes them in this order. */
async function inOneBatch(asks: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const { slotsTogether } = shop.service(OrderBatches) as unknown as Line;
  const held = vi.spyOn(slotsTogether, 'fill').mockReturnValue();
  const sent: Promise<Answer>[] = [];
  for (const [index, ask] of asks.entries()) {
    sent.push(ask());
    await until(() => (shop.service(OrderBatches) as unknown as Line).waiting.length > index);
  }
  held.mockRestore();
  slotsTogether.fill();
  return Promise.all(sent);
}

async function bookOf({ id }: TestAccount) {
  const [row] = await shop.db.query<{ orders: number; keys: number; balance: number }>(
    `SELECT (SELECT count(*)::int FROM orders WHERE account_id = $1) AS orders,
            (SELECT count(*)::int FROM order_keys WHERE account_id = $1) AS keys,
            (SELECT balance::float8 FROM accounts WHERE id = $1) AS balance`,
    [id],
  );
  return row;
}

describe('orders that more is done for', () => {
  it('share a transaction, in which each is decided by what those before it have left', async () => {
    const { product, codes } = await stocked(4);
    const one = await shop.account({ balance: '100' });
    const poor = await shop.account({ balance: '3' });
    const thrifty = await capped('3');
    const alone = vi.spyOn(shop.service(TransactionPlacement), 'place');
    const together = vi.spyOn(shop.service(OrdersTogether), 'place');
    const answers = await inOneBatch([
      () => one.api(path(product, randomUUID(), 2)),
      () => thrifty.api(path(plain)),
      () => one.api(path(product, randomUUID(), 1)),
      () => thrifty.api(path(plain)),
      () => poor.api(path(product, randomUUID(), 1)),
    ]);
    expect(answers.map(codeOf)).toEqual(['order', 'order', 'order', 119, 'order']);
    expect(answers.flatMap(codesIn)).toEqual(codes);
    expect(together.mock.calls.map(([batch]) => batch.length)).toEqual([5]);
    expect(alone).not.toHaveBeenCalled();
    expect(await bookOf(one)).toEqual({ orders: 2, keys: 2, balance: 94 });
    expect(await bookOf(thrifty)).toEqual({ orders: 1, keys: 1, balance: 998 });
    expect((await bookOf(poor))?.balance).toBe(1);
  });

  it('are refused by 105 where stock is short, before 100, without harm to others', async () => {
    const { product, codes } = await stocked(3);
    const rich = await shop.account({ balance: '100' });
    const poor = await shop.account({ balance: '1' });
    const alone = vi.spyOn(shop.service(TransactionPlacement), 'place');
    const answers = await inOneBatch([
      () => rich.api(path(product, randomUUID(), 2)),
      () => poor.api(path(product, randomUUID(), 2)),
      () => rich.api(path(product, randomUUID(), 1)),
      () => rich.api(path(product, randomUUID(), 1)),
    ]);
    expect(answers.map(codeOf)).toEqual(['order', 105, 'order', 105]);
    expect(answers.flatMap(codesIn)).toEqual(codes);
    expect(alone).not.toHaveBeenCalled();
    expect(await bookOf(poor)).toEqual({ orders: 0, keys: 0, balance: 1 });
  });

  it('get the codes that one of them cannot pay', async () => {
    const { product, codes } = await stocked(1);
    const [poor, rich] = [
      await shop.account({ balance: '1' }),
      await shop.account({ balance: '9' }),
    ];
    const answers = await inOneBatch([
      () => poor.api(path(product)),
      () => rich.api(path(product)),
    ]);
    expect(answers.map(codeOf)).toEqual([100, 'order']);
    expect(answers.flatMap(codesIn)).toEqual(codes);
  });

  it('go on to the next handler alone where stock is short', async () => {
    const { product } = await stocked(1, { handler: 'manual', settings: {} });
    const account = await shop.account({ balance: '9' });
    const answers = await inOneBatch([
      () => account.api(path(product)),
      () => account.api(path(product)),
    ]);
    const states = answers.map(({ json }) => (json as { data: { status: string } }).data.status);
    expect(states).toEqual(['accept', 'wait']);
  });

  it('are the orders that a transaction of their own would have made', async () => {
    const { product } = await stocked(2);
    const account = await capped('100');
    const row = async (orderUuid: string) => {
      const [made] = await shop.db.query<Record<string, unknown>>(
        `SELECT placed.*, entry.*, cost.source, cost.cost FROM orders placed
         JOIN ledger_entries entry USING (account_id, order_id)
         JOIN order_costs cost USING (account_id, order_id)
         WHERE account_id = $1 AND order_uuid = $2`,
        [account.id, orderUuid],
      );
      const { kind, amount, status, decided_by, capped_family, source, cost, total } = made ?? {};
      const isSealed = made?.sealed_codes !== null && made?.code_commitments !== null;
      return { kind, amount, status, decided_by, capped_family, source, cost, total, isSealed };
    };
    const [short, long] = [randomUUID(), randomUUID()];
    const together = vi.spyOn(shop.service(OrdersTogether), 'place');
    await account.api(path(product, short));
    together.mockResolvedValueOnce(new Map());
    await account.api(path(product, long));
    const placed = await row(short);
    expect(placed).toMatchObject({ status: 'accept', isSealed: true, kind: 'debit' });
    expect(placed).toEqual(await row(long));
  });

  it('sell each code once on two instances', async () => {
    const { product, codes } = await stocked(40);
    const buyers = await Promise.all(Array.from({ length: 6 }, () => capped('100')));
    // A shop of its own: a second server of the shop, which locks codes beside the first one.
    const other = await Instance.beside(shop);
    for (const { token } of buyers) await other.untilKnown(token, product);
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, number) => {
        const { api, token } = buyers[number % 6]!;
        const asked = path(product);
        const send = number % 4 < 2 ? () => api(asked) : () => other.requestPage(asked, { token });
        return settled(send);
      }),
    );
    await other.close();
    expect(answers.flatMap(codesIn).toSorted()).toEqual(codes.toSorted());
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['order', 105]));
  });

  it('are one order a key where the connection breaks in the transaction, and lose no code', async () => {
    const { product, codes } = await stocked(8);
    const buyers = await Promise.all(
      Array.from({ length: 4 }, () => shop.account({ balance: '100' })),
    );
    vi.spyOn(shop.service(BatchBalances), 'post').mockImplementationOnce(async (manager) => {
      await manager.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    const answers = await inOneBatch(
      buyers.map(({ api }) => {
        const uuid = randomUUID();
        return () => settled(() => api(path(product, uuid, 2)));
      }),
    );
    expect(answers.flatMap(codesIn).toSorted()).toEqual(codes.toSorted());
    for (const buyer of buyers)
      expect(await bookOf(buyer)).toEqual({ orders: 1, keys: 1, balance: 96 });
  });

  it('are answered once where the connection breaks behind the commit', async () => {
    const { product, codes } = await stocked(2);
    const account = await shop.account({ balance: '100' });
    const orders = shop.service(OrdersTogether);
    const place = orders.place.bind(orders);
    vi.spyOn(orders, 'place').mockImplementationOnce(async (batch) => {
      await place(batch);
      throw new Error('Connection terminated unexpectedly');
    });
    expect(codesIn(await account.api(path(product, randomUUID(), 2)))).toEqual(codes);
    expect(await bookOf(account)).toEqual({ orders: 1, keys: 1, balance: 96 });
  });
});

describe('a request that no batch places', () => {
  it.each<[string, (account: TestAccount) => Promise<string>, number]>([
    ['beyond the balance', () => Promise.resolve(path(plain, randomUUID())), 100],
    ['for an unknown product', () => Promise.resolve(path(99_999_999)), 109],
    ['for a wrong quantity', () => Promise.resolve(path(plain, randomUUID(), 0)), 112],
    [
      'whose key is sealed',
      async ({ api }) => {
        const uuid = randomUUID();
        await api(`/client/api/check?orders=${uuid}&uuid=1&seal=1`);
        return path(plain, uuid);
      },
      117,
    ],
  ])('%s is refused without a transaction of its own', async (_, prepare, code) => {
    const account = await shop.account({ balance: '1' });
    const asked = await prepare(account);
    const alone = vi.spyOn(shop.service(TransactionPlacement), 'place');
    expect(codeOf(await account.api(asked))).toBe(code);
    expect(alone).not.toHaveBeenCalled();
    expect(await bookOf(account)).toMatchObject({ orders: 0, balance: 1 });
  });

  it('replays its key, and is 116 for another order, without a transaction of its own', async () => {
    const account = await shop.account({ balance: '10' });
    const uuid = randomUUID();
    const first = await account.api(path(plain, uuid));
    const alone = vi.spyOn(shop.service(TransactionPlacement), 'place');
    expect((await account.api(path(plain, uuid))).text).toBe(first.text);
    expect(codeOf(await account.api(path(99_999_999, uuid)))).toBe(116);
    const other = await shop.product({ price: '1' });
    expect(codeOf(await account.api(path(other, uuid)))).toBe(116);
    expect(alone).not.toHaveBeenCalled();
    expect(await bookOf(account)).toEqual({ orders: 1, keys: 1, balance: 8 });
  });

  it('waits for an order with its key that is being committed, and replays it', async () => {
    const account = await shop.account({ balance: '10' });
    const uuid = randomUUID();
    const product = await shop.product({ price: '2' });
    const claims = shop.service(KeyClaims);
    const onTrial = claims.onTrial.bind(claims);
    const { promise: isCommitted, resolve: commit } = Promise.withResolvers<undefined>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<undefined>();
    const books = shop.service(BatchBalances);
    const post = books.post.bind(books);
    vi.spyOn(books, 'post').mockImplementationOnce(async (...given) => {
      await post(...given);
      hold(undefined);
      await isCommitted;
    });
    await shop.db.query('UPDATE access_tokens SET daily_cap = 100 WHERE account_id = $1', [
      account.id,
    ]);
    const placing = account.api(path(product, uuid));
    await isHeld;
    // The product is gone: without the key that is being committed, the second request is refused.
    await shop.db.query('UPDATE products SET available = false WHERE id = $1', [product]);
    let trials = 0;
    vi.spyOn(claims, 'onTrial').mockImplementation((key) => {
      trials += 1;
      return onTrial(key);
    });
    const again = account.api(path(product, uuid));
    await until(() => trials > 0);
    await until(async () => {
      const waiting = await shop.db.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO order_keys%'`,
      );
      return waiting.length > 0;
    });
    commit(undefined);
    const [first, second] = await Promise.all([placing, again]);
    expect(codeOf(first)).toBe('order');
    expect(second.text).toBe(first.text);
  });
});
