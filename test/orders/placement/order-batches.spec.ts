import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { vi, type MockInstance } from 'vitest';
import { Client } from 'pg';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { OrderBatches } from '../../../src/orders/placement/order-batches.js';
import { HttpClient } from '../../support/http-client.js';
import { invariantsFromNow } from '../../support/invariants.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let faults: () => Promise<string[]>;
let product: number;
let client: HttpClient;
let statements: MockInstance<OrderRepository['placeAtOnce']>;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  client = new HttpClient(shop.baseUrl);
  product = await shop.product({ price: '1.5', fields: ['playerId'] });
});
beforeEach(() => {
  statements = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await faults()).toEqual([]);
  client.close();
});

const path = (orderUuid: string = randomUUID()) =>
  `/client/api/newOrder/${product}/params?playerId=%F0%9F%8E%AE&order_uuid=${orderUuid}`;

/** Private members of OrderBatches. */
interface Line {
  readonly waiting: readonly { isAwaited: () => boolean }[];
  /** Sends the waiting orders. */
  readonly slots: { fill(): void };
}

function batches(): Line {
  return shop.service(OrderBatches) as unknown as Line;
}

/** True when at least so many orders wait. */
function areInLine(orders: number): () => boolean {
  return () => batches().waiting.length >= orders;
}

/** Holds all orders back until `isReady`, so that one statement places them. */
async function together<T>(isReady: () => boolean, send: () => Promise<T>): Promise<T> {
  const held = vi.spyOn(batches().slots, 'fill').mockReturnValue();
  const sent = send();
  await until(isReady);
  held.mockRestore();
  batches().slots.fill();
  return sent;
}

function codes(answers: readonly { json: unknown }[]) {
  return answers.map(({ json }) => (json as { code?: number }).code ?? 'order');
}

describe('orders that come together', () => {
  it('are one statement, and each account pays in the order of its entries', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 8 }, () => shop.account({ balance: '100' })),
    );
    const orders = accounts.flatMap((account) => Array.from({ length: 4 }, () => account));
    // The first use of a token takes longer than later ones.
    await Promise.all(accounts.map(({ api }) => api('/client/api/profile')));
    const send = () => Promise.all(orders.map(({ token }) => client.send(path(), { token })));
    const answers = await together(areInLine(orders.length), send);
    expect(new Set(codes(answers))).toEqual(new Set(['order']));
    expect(statements.mock.calls.map(([batch]) => batch.length)).toEqual([32]);
    for (const { api } of accounts) {
      expect((await api('/client/api/profile')).json).toMatchObject({ balance: '94' });
    }
  });

  it('do not suffer from those among them that cannot be placed', async () => {
    const [rich, poor, halted] = await Promise.all([
      shop.account({ balance: '100' }),
      shop.account({ balance: '4' }),
      shop.account({ balance: '100' }),
    ]);
    await shop.db.query(
      `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' WHERE id = $1`,
      [halted.id],
    );
    const key = randomUUID();
    const answers = await together(areInLine(7), () =>
      Promise.all([
        ...[rich.api(path(key)), rich.api(path(key)), rich.api(path())],
        ...[poor.api(path()), poor.api(path()), poor.api(path())],
        halted.api(path()),
      ]),
    );
    const outcomes = codes(answers);
    expect(outcomes.slice(0, 3)).toEqual(['order', 'order', 'order']);
    expect(outcomes.slice(3, 6).toSorted()).toEqual([100, 'order', 'order']);
    expect(outcomes.slice(6)).toEqual([111]);
    expect(answers[1]?.text).toBe(answers[0].text);
    const [{ keys } = { keys: 0 }] = await shop.db.query<{ keys: number }>(
      `SELECT count(*)::integer AS keys FROM order_keys WHERE account_id = ANY ($1)`,
      [[rich.id, poor.id, halted.id]],
    );
    expect(keys).toBe(4);
  });

  it('do not wait long for an account that somebody has locked', async () => {
    const [locked, other] = await Promise.all([
      shop.account({ balance: '100' }),
      shop.account({ balance: '100' }),
    ]);
    const locker = new Client({ connectionString: shop.db.directUrl });
    await locker.connect();
    await locker.query('BEGIN');
    await locker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.id]);
    const [late, soon] = await together(areInLine(2), () =>
      Promise.all([
        locked.api(path()),
        other.api(path()).then(async (answer) => {
          await locker.query('ROLLBACK');
          return answer;
        }),
      ]),
    );
    await locker.end();
    // The lock is released after the other order was answered. If that one waited for the lock, its answer would be 111.
    expect(codes([late, soon])).toEqual(['order', 'order']);
  });

  it('are dropped when their caller has gone before they are sent', async () => {
    const account = await shop.account({ balance: '100' });
    const { hostname, port } = new URL(shop.baseUrl);
    const isGone = (): boolean => batches().waiting.some(({ isAwaited }) => !isAwaited());
    await together(isGone, async () => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${path()} HTTP/1.1\r\nHost: shop\r\napi-token: ${account.token}\r\n\r\n`);
      await until(areInLine(1));
      socket.destroy();
    });
    await until(() => batches().waiting.length === 0);
    expect(statements).not.toHaveBeenCalled();
    expect(
      await shop.db.query('SELECT FROM order_keys WHERE account_id = $1', [account.id]),
    ).toEqual([]);
  });

  it('are decided by what is committed when they are placed', async () => {
    const [barred, other] = await Promise.all([
      shop.account({ balance: '100' }),
      shop.account({ balance: '100' }),
    ]);
    let isBarred = false;
    const answers = await together(
      () => isBarred,
      async () => {
        const sent = Promise.all([barred.api(path()), other.api(path())]);
        await until(areInLine(2));
        await shop.db.query('UPDATE accounts SET api_permitted = false WHERE id = $1', [barred.id]);
        isBarred = true;
        return sent;
      },
    );
    expect(codes(answers)).toEqual([122, 'order']);
  });
});
