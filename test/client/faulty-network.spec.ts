import { SoukClient, UnknownOutcomeError } from '../../client/src/index.js';
import { FAULTS, type Fault } from '../support/fault-proxy.js';
import { startTestShop } from '../support/test-shop.js';
import { FaultyOrders } from './faulty-orders.js';

/** A request that is late takes two seconds. */
const SOON = FAULTS.filter((fault) => fault !== 'late');

let orders: FaultyOrders;

beforeAll(async () => {
  // A shop of its own: all its books are examined at the end.
  orders = await FaultyOrders.in(await startTestShop());
});
afterAll(() => orders.close());
beforeEach(() => orders.begin());

describe.each(SOON)('a shop behind a network with the fault %s', (fault) => {
  it('takes one order once the fault is over', () => orders.expectOneOnceOver(fault));

  it('has one order or none, and the client knows, when the fault stays', () =>
    orders.expectKnownOutcome(fault));
});

it('an order whose shop is gone is unknown, and found under its key', async () => {
  const { client, proxy, productId } = orders;
  proxy.choose = (path) => (path.includes('/newOrder/') ? 'mute' : 'lost');
  const lost = await client.order({ productId }).catch((error: unknown) => error);
  if (!(lost instanceof UnknownOutcomeError)) throw lost;
  const { uuid } = lost;
  expect(await orders.madeBy(uuid)).toEqual([1, 1]);
  proxy.choose = () => 'none';
  expect(await client.order({ productId }, { uuid })).toMatchObject({ kind: 'waiting', uuid });
  expect(await orders.madeBy(uuid)).toEqual([1, 1]);
});

describe('rotate', () => {
  let token: string;
  let stored: string[];
  const store = (successor: string): void => void stored.push(successor);

  beforeEach(async () => {
    const { id } = await orders.shop.account();
    token = await orders.shop.token(id, { scopes: ['catalog', 'rotate'] });
    orders.useToken(token);
    stored = [];
  });

  it.each(['lost', 'mute', 'garbage', 'twice', 'http-500', 'busy'] as const)(
    'survives the fault %s: the last token that was stored is used',
    async (fault) => {
      const left: Fault[] = [fault, 'none', fault];
      orders.proxy.choose = () => left.shift() ?? 'none';
      const successor = await orders.client.rotate({ store });
      expect(stored.at(-1)).toBe(successor);
      expect(successor).not.toBe(token);
      expect(await orders.client.profile()).toMatchObject({ status: 'OK' });
      // The former one was replaced, so it cannot replace the successor any more.
      const former = new SoukClient({ baseUrl: orders.proxy.url, token, clock: orders.clock });
      await expect(former.rotate({ store })).rejects.toMatchObject({ code: 124 });
    },
  );

  it('asks for another successor when a lost request has replaced the one that it stored', async () => {
    orders.proxy.choose = () => 'none';
    const other = new SoukClient({ baseUrl: orders.proxy.url, token, clock: orders.clock });
    const successor = await orders.client.rotate({
      async store(made) {
        stored.push(made);
        if (stored.length > 1) return;
        // As if an earlier request arrived only now: its successor is stored nowhere, and never used.
        const stop = () => Promise.reject(new Error('not stored'));
        await other.rotate({ store: stop }).catch(() => undefined);
      },
    });
    expect(stored).toEqual([expect.any(String), successor]);
    expect(await orders.client.profile()).toMatchObject({ status: 'OK' });
  });

  /** Calls rotate, which stores a successor but does not learn whether that was used. */
  async function breakFirstUse(fault: Fault): Promise<void> {
    orders.proxy.choose = (path) => (path.includes('/profile') ? fault : 'none');
    await expect(orders.client.rotate({ store })).rejects.toThrow('fetch failed');
    expect(await new SoukClient({ baseUrl: orders.shop.baseUrl, token }).catalog()).toBeDefined();
    orders.proxy.choose = () => 'none';
  }

  it.each(['mute', 'lost'] as const)(
    'goes on with a stored successor whose first use was %s',
    async (fault) => {
      await breakFirstUse(fault);
      expect(await orders.client.rotate({ store })).toBe(stored[0]);
      expect(stored.length).toBe(1);
      const next = await orders.client.rotate({ store });
      expect(stored).toEqual([expect.any(String), next]);
    },
  );

  it('goes on with the former token when the stored successor was replaced', async () => {
    await breakFirstUse('lost');
    const stop = () => Promise.reject(new Error('not stored'));
    const other = new SoukClient({ baseUrl: orders.shop.baseUrl, token });
    await expect(other.rotate({ store: stop })).rejects.toThrow('not stored');
    const successor = await orders.client.rotate({ store });
    expect(stored).toEqual([expect.any(String), successor]);
    expect(await orders.client.profile()).toMatchObject({ status: 'OK' });
  });

  it('uses no token that was not stored', async () => {
    orders.proxy.choose = () => 'none';
    const full = () => Promise.reject(new Error('disk full'));
    await expect(orders.client.rotate({ store: full })).rejects.toThrow('disk full');
    expect(await orders.client.profile()).toMatchObject({ status: 'OK' });
    expect(await orders.client.rotate({ store })).toBe(stored[0]);
  });

  it('at a time is one', async () => {
    orders.proxy.choose = () => 'none';
    const successors = await Promise.all([1, 2, 3].map(() => orders.client.rotate({ store })));
    expect(new Set(successors)).toEqual(new Set(stored));
    expect(stored.length).toBe(1);
  });
});
