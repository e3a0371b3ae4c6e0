import { SoukClient, UnknownOutcomeError, type OrderResult } from '../../client/src/index.js';
import { FaultProxy, FAULTS, type Fault } from '../support/fault-proxy.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { TestClock } from './test-clock.js';

let shop: TestShop;
let proxy: FaultProxy;
let clock: TestClock;
let client: SoukClient;
let productId: number;

beforeAll(async () => {
  shop = await startTestShop();
  proxy = await FaultProxy.start(shop.baseUrl);
  productId = await shop.product({ price: '1.5' });
});
afterAll(async () => {
  await proxy.close();
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  clock = new TestClock();
  const { token } = await shop.account({ balance: '100' });
  client = new SoukClient({ baseUrl: proxy.url, token, clock, random: () => 0.5 });
});

async function ordersOf(uuid: string): Promise<number> {
  const rows = await shop.db.query('SELECT FROM orders WHERE order_uuid = $1', [uuid]);
  return rows.length;
}

async function debitsOf(uuid: string): Promise<number> {
  const rows = await shop.db.query(
    `SELECT FROM ledger_entries JOIN orders USING (account_id, order_id)
     WHERE order_uuid = $1 AND kind = 'debit'`,
    [uuid],
  );
  return rows.length;
}

/** The faults of the next requests of newOrder, then of all others. Time is over for one that hangs once it ordered. */
function breakOrders(uuid: string, faults: readonly Fault[], last: Fault): void {
  const left = [...faults];
  proxy.choose = (path) => {
    if (!path.includes('/newOrder/')) return 'none';
    const fault = left.shift() ?? last;
    if (fault === 'hang') {
      void until(async () => (await ordersOf(uuid)) > 0).then(() => {
        clock.expire();
      });
    }
    return fault;
  };
}

async function ordered(uuid: string): Promise<OrderResult> {
  const result = await client.order({ productId }, { uuid, isNew: true, deadlineMs: 5_000 });
  await proxy.idle();
  const isOrdered = result.kind === 'waiting';
  expect([result, await ordersOf(uuid), await debitsOf(uuid)]).toEqual([
    result,
    ...(isOrdered ? [1, 1] : [0, 0]),
  ]);
  return result;
}

/** What newOrder does under these although its answer is lost. */
const ARRIVES: readonly Fault[] = ['mute', 'hang', 'twice', 'garbage', 'html'];

describe.each(FAULTS)('a shop behind a network with the fault %s', (fault) => {
  it('takes one order once the fault is over', async () => {
    const uuid = crypto.randomUUID();
    breakOrders(uuid, [fault, fault], 'none');
    expect(await ordered(uuid)).toMatchObject({ kind: 'waiting', uuid, order: { price: '1.5' } });
  });

  it('has one order or none, and the client knows, when the fault stays', async () => {
    const uuid = crypto.randomUUID();
    breakOrders(uuid, [], fault);
    const { kind } = await ordered(uuid);
    if (fault !== 'late') expect(kind).toBe(ARRIVES.includes(fault) ? 'waiting' : 'sealed');
  });
});

it('an order whose shop is gone is unknown, and found under its key', async () => {
  proxy.choose = (path) => (path.includes('/newOrder/') ? 'mute' : 'lost');
  const lost = await client.order({ productId }).catch((error: unknown) => error);
  if (!(lost instanceof UnknownOutcomeError)) throw lost;
  const { uuid } = lost;
  expect(await ordersOf(uuid)).toBe(1);
  proxy.choose = () => 'none';
  expect(await client.order({ productId }, { uuid })).toMatchObject({ kind: 'waiting', uuid });
  expect([await ordersOf(uuid), await debitsOf(uuid)]).toEqual([1, 1]);
});

it('twenty orders, each by two programs at a time, are twenty, whatever breaks', async () => {
  const faults = FAULTS.filter((fault) => fault !== 'hang');
  let requests = 0;
  proxy.choose = (path) => {
    requests += 1;
    const isOrder = path.includes('/newOrder/') && requests % 5 > 0;
    return (isOrder ? faults[requests % faults.length] : undefined) ?? 'none';
  };
  const uuids = Array.from({ length: 20 }, () => crypto.randomUUID());
  const results = await Promise.all(
    uuids.flatMap((uuid) => [1, 2].map(() => client.order({ productId }, { uuid }))),
  );
  await proxy.idle();
  for (const { uuid, kind } of results) {
    const expected = kind === 'waiting' ? 1 : 0;
    expect([kind, await ordersOf(uuid), await debitsOf(uuid)]).toEqual([kind, expected, expected]);
  }
  expect(requests).toBeGreaterThan(60);
  proxy.choose = () => 'none';
  expect(Number((await client.profile()).balance)).toBe(
    100 - 1.5 * new Set(results.filter(({ kind }) => kind === 'waiting').map((r) => r.uuid)).size,
  );
});

describe('rotate', () => {
  let token: string;
  let stored: string[];
  const store = (successor: string): void => void stored.push(successor);

  beforeEach(async () => {
    const { id } = await shop.account();
    token = await shop.token(id, { scopes: ['catalog', 'rotate'] });
    client = new SoukClient({ baseUrl: proxy.url, token, clock, random: () => 0.5 });
    stored = [];
  });

  it.each(['lost', 'mute', 'garbage', 'twice', 'http-500', 'busy'] as const)(
    'survives the fault %s: the last token that was stored is used',
    async (fault) => {
      const left: Fault[] = [fault, 'none', fault];
      proxy.choose = () => left.shift() ?? 'none';
      const successor = await client.rotate({ store });
      expect(stored.at(-1)).toBe(successor);
      expect(successor).not.toBe(token);
      expect(await client.profile()).toMatchObject({ status: 'OK' });
      // The former one was replaced, so it cannot replace the successor any more.
      const former = new SoukClient({ baseUrl: proxy.url, token, clock });
      await expect(former.rotate({ store })).rejects.toMatchObject({ code: 124 });
    },
  );

  it('asks for another successor when a lost request has replaced the one that it stored', async () => {
    proxy.choose = () => 'none';
    const other = new SoukClient({ baseUrl: proxy.url, token, clock });
    const successor = await client.rotate({
      async store(made) {
        stored.push(made);
        if (stored.length > 1) return;
        // As if an earlier request arrived only now: its successor is stored nowhere, and never used.
        const stop = () => Promise.reject(new Error('not stored'));
        await other.rotate({ store: stop }).catch(() => undefined);
      },
    });
    expect(stored).toEqual([expect.any(String), successor]);
    expect(await client.profile()).toMatchObject({ status: 'OK' });
  });

  /** Calls rotate, which stores a successor but does not learn whether that was used. */
  async function breakFirstUse(fault: Fault): Promise<void> {
    proxy.choose = (path) => (path.includes('/profile') ? fault : 'none');
    await expect(client.rotate({ store })).rejects.toThrow('fetch failed');
    expect(await new SoukClient({ baseUrl: shop.baseUrl, token }).catalog()).toBeDefined();
    proxy.choose = () => 'none';
  }

  it.each(['mute', 'lost'] as const)(
    'goes on with a stored successor whose first use was %s',
    async (fault) => {
      await breakFirstUse(fault);
      expect(await client.rotate({ store })).toBe(stored[0]);
      expect(stored.length).toBe(1);
      const next = await client.rotate({ store });
      expect(stored).toEqual([expect.any(String), next]);
    },
  );

  it('goes on with the former token when the stored successor was replaced', async () => {
    await breakFirstUse('lost');
    const stop = () => Promise.reject(new Error('not stored'));
    const other = new SoukClient({ baseUrl: shop.baseUrl, token });
    await expect(other.rotate({ store: stop })).rejects.toThrow('not stored');
    const successor = await client.rotate({ store });
    expect(stored).toEqual([expect.any(String), successor]);
    expect(await client.profile()).toMatchObject({ status: 'OK' });
  });

  it('uses no token that was not stored', async () => {
    proxy.choose = () => 'none';
    const full = () => Promise.reject(new Error('disk full'));
    await expect(client.rotate({ store: full })).rejects.toThrow('disk full');
    expect(await client.profile()).toMatchObject({ status: 'OK' });
    expect(await client.rotate({ store })).toBe(stored[0]);
  });

  it('at a time is one', async () => {
    proxy.choose = () => 'none';
    const successors = await Promise.all([1, 2, 3].map(() => client.rotate({ store })));
    expect(new Set(successors)).toEqual(new Set(stored));
    expect(stored.length).toBe(1);
  });
});
