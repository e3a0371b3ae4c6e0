import { UnknownOutcomeError, type OrderResult } from '../../client/src/index.js';
import { error, type Deed, type FakeShop } from './fake-shop.js';
import { NETWORK, REFUSALS } from './faults.js';
import { Ordering } from './ordering.js';

/** What happens after the first requests. */
const CONTINUATIONS: Readonly<Record<string, (shop: FakeShop, deed: Deed) => void>> = {
  'all is well': () => undefined,
  'the same again and again': (shop, deed) => {
    shop.lastDeed = deed;
  },
  'the same again and again, for all requests': (shop, deed) => {
    shop.lastDeed = deed;
    shop.checkDeed = deed;
  },
  'the balance is gone': (shop) => {
    shop.outcome = error(100, 422);
  },
  'the token is dead': (shop) => {
    shop.lastDeed = error(121, 401);
    shop.checkDeed = error(121, 401);
  },
  'orders are closed': (shop) => {
    shop.lastDeed = error(130, 503);
  },
};

let ordering: Ordering;
let shop: FakeShop;

beforeEach(async () => {
  ordering = await Ordering.start();
  ({ shop } = ordering);
});
afterEach(() => {
  shop.close();
});

/** All that must hold, whatever happens. */
function expectTruth(result: OrderResult | UnknownOutcomeError, uuid: string): void {
  shop.flush();
  expect(result.uuid).toBe(uuid);
  expect(shop.debits).toEqual(shop.orders.has(uuid) ? [uuid] : []);
  expect([...shop.orders.keys(), ...shop.sealed].filter((key) => key !== uuid)).toEqual([]);
  const sent = shop.asked.filter((path) => path.startsWith('newOrder'));
  expect([...new Set(sent)]).toEqual([
    `newOrder/7/params?qty=2&max_price=0.0000001&Player+ID=5+1&order_uuid=${uuid}`,
  ]);
  if (result instanceof UnknownOutcomeError) return;
  const isOrdered = ['accepted', 'waiting', 'rejected'].includes(result.kind);
  expect([result, shop.orders.has(uuid)]).toEqual([result, isOrdered]);
  const isSealed = result.kind === 'sealed' || (result.kind === 'refused' && result.isSealed);
  expect([result, shop.sealed.has(uuid)]).toEqual([result, isSealed]);
}

/** Once the shop is well, the same key leads to the truth. */
async function expectToGoOn(uuid: string): Promise<void> {
  shop.flush();
  [shop.deeds, shop.lastDeed, shop.checkDeed] = [[], 'serve', 'serve'];
  const result = await ordering.ordered({ uuid });
  expect(result).not.toBeInstanceOf(UnknownOutcomeError);
  expectTruth(result, uuid);
}

const FAULTS = { ...NETWORK, ...REFUSALS };

describe.each(Object.keys(CONTINUATIONS))('then %s', (continuation) => {
  it.each(Object.keys(FAULTS))('%s: one order and one debit at most', async (name) => {
    const deed = FAULTS[name]!;
    shop.deeds = [deed];
    CONTINUATIONS[continuation]!(shop, deed);

    const result = await ordering.ordered({ onKey: ordering.onKey });

    const [uuid = ''] = ordering.keys;
    expectTruth(result, uuid);
    if (result instanceof UnknownOutcomeError) await expectToGoOn(uuid);
  });
});
