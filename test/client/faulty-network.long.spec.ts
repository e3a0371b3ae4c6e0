import { FAULTS } from '../support/fault-proxy.js';
import { startTestShop } from '../support/test-shop.js';
import { FaultyOrders } from './faulty-orders.js';

let orders: FaultyOrders;

beforeAll(async () => {
  orders = await FaultyOrders.in(await startTestShop());
});
afterAll(() => orders.close());
beforeEach(() => orders.begin());

describe('a shop behind a network with the fault late', () => {
  it('takes one order once the fault is over', () => orders.expectOneOnceOver('late'));

  it('has one order or none, and the client knows, when the fault stays', () =>
    orders.expectKnownOutcome('late'));
});

it('twenty orders, each by two programs at a time, are twenty, whatever breaks', async () => {
  const { client, proxy, productId } = orders;
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
    expect([kind, ...(await orders.madeBy(uuid))]).toEqual([kind, expected, expected]);
  }
  expect(requests).toBeGreaterThan(60);
  proxy.choose = () => 'none';
  expect(Number((await client.profile()).balance)).toBe(
    100 - 1.5 * new Set(results.filter(({ kind }) => kind === 'waiting').map((r) => r.uuid)).size,
  );
});
