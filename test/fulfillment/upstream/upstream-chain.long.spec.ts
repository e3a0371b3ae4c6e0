import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import {
  balanceOf,
  boughtBy,
  disagreements,
  faultsOf,
  seenOrders,
  spent,
  type SeenOrder,
} from '../../support/chain-reckoning.js';
import { makeDeliveriesDue } from '../../support/due-deliveries.js';
import { invariantFaults } from '../../support/invariants.js';
import { Random } from '../../support/random.js';
import { settled } from '../../support/settled.js';
import { ShopChain } from '../../support/shop-chain.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';

/** `npm run chaos:chain` takes 2,000. */
const ORDERS = Number(process.env.CHAIN_ORDERS ?? 24);
const SEED = Number(process.env.CHAIN_SEED ?? Date.now() % 1_000_000);
const SPOILED = 0.2;
const BUYERS = 8;
/** Most orders that wait at a time; with more, most of the work would be polling them. */
const MAX_OPEN = 100;
const POLL_MS = 100;
/** After this time a shop asks again how a purchase is, instead of after seconds and minutes. */
const ASK_MS = 500;
const TIMEOUT_MS = 300_000 + ORDERS * 600;

let chain: ShopChain;
let reseller: TestAccount;
const random = new Random(SEED);

beforeAll(async () => {
  chain = await ShopChain.start(3);
  reseller = await chain.links[0]!.shop.account({ balance: '1000000' });
});
afterAll(() => chain.close());

async function place(product: number): Promise<string> {
  const qty = random.between(1, 3);
  const query = `order_uuid=${randomUUID()}&qty=${qty}&playerId=5123`;
  const path = `/client/api/newOrder/${product}/params?${query}`;
  const { json } = await settled(() => reseller.api(path));
  const { data } = json as { data?: { order_id: string } };
  if (!data) throw new Error(JSON.stringify(json));
  return data.order_id;
}

async function fewAreOpen(shop: TestShop): Promise<void> {
  for (;;) {
    const open = await shop.db.query("SELECT FROM orders WHERE status = 'wait'");
    if (open.length < MAX_OPEN) return;
    await sleep(POLL_MS);
  }
}

/** The operator of the last shop, who accepts each waiting order with a code, or rejects it. */
async function decide(shop: TestShop, stop: AbortSignal): Promise<void> {
  const decisions = shop.service(OrderCloseService);
  while (!stop.aborted) {
    const waiting = await shop.db.query<{ id: string }>(
      "SELECT order_id AS id FROM orders WHERE status = 'wait' ORDER BY created_at LIMIT 50",
    );
    for (const { id } of waiting) {
      if (random.chance(0.3)) await decisions.reject(id, { reason: 'no', actor: 'test' });
      else await decisions.accept(id, { codes: [`HAND-${id}`], actor: 'test' });
    }
    await sleep(POLL_MS);
  }
}

async function askSoon(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    for (const { shop } of chain.links) await makeDeliveriesDue(shop.db);
    await sleep(ASK_MS);
  }
}

async function allClosed(ids: readonly string[]): Promise<Map<string, SeenOrder>> {
  for (;;) {
    const orders = await seenOrders(reseller, ids);
    if ([...orders.values()].every(({ status }) => status !== 'wait')) return orders;
    await sleep(POLL_MS);
  }
}

describe('a chain of three shops over bad lines', () => {
  it(
    `delivers or refunds each of ${ORDERS} orders exactly once (seed ${SEED})`,
    async () => {
      const last = chain.links.at(-1)!;
      const codes = Array.from({ length: Math.floor(ORDERS / 2) }, (_, index) => `CODE-${index}`);
      await chain.importCodes(last, 'uc', codes);
      const products = [
        // There are too few codes for the two thirds of the orders that need one or more each.
        await chain.product([{ handler: 'codes', settings: { stock: 'uc' } }]),
        await chain.product([{ handler: 'codes', settings: { stock: 'uc' } }]),
        await chain.product([]),
      ].map(([first]) => first!);
      const before: bigint[] = [];
      for (const { supplier } of chain.links) {
        if (supplier) before.push(await balanceOf(supplier.account));
      }
      const atFirst = await balanceOf(reseller);
      chain.spoil(SPOILED, () => random.next());
      const began = Date.now();
      const operator = new AbortController();
      const deciding = Promise.all([decide(last.shop, operator.signal), askSoon(operator.signal)]);

      const ids: string[] = [];
      let left = ORDERS;
      await Promise.all(
        Array.from({ length: BUYERS }, async () => {
          while (left-- > 0) {
            const product = products[left % products.length]!;
            await fewAreOpen(chain.links[0]!.shop);
            ids.push(await place(product));
          }
        }),
      );
      const sold = await allClosed(ids);
      const over = Date.now();
      operator.abort();
      await deciding;
      await chain.idle();

      expect(sold.size).toBe(ORDERS);
      const states = Map.groupBy(sold.values(), ({ status }) => status);
      expect([...states.keys()].toSorted()).toEqual(['accept', 'reject']);

      let seen: ReadonlyMap<string, SeenOrder> = sold;
      for (const [place, link] of chain.links.entries()) {
        expect(await invariantFaults(link.shop.db)).toEqual([]);
        const next = chain.links[place + 1];
        if (!next) break;
        expect(await disagreements(link, seen, next)).toEqual([]);
        seen = await boughtBy(link, next);
        expect(await balanceOf(link.supplier!.account)).toBe(before[place]! - spent(seen.values()));
      }
      expect(await balanceOf(reseller)).toBe(atFirst - spent(sold.values()));

      const delivered = [...sold.values()].flatMap(({ replay_api: replay }) => replay ?? []);
      expect(new Set(delivered).size).toBe(delivered.length);
      const [{ count }] = (await last.shop.db.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM stock_codes WHERE order_id IS NOT NULL',
      )) as [{ count: number }];
      expect(delivered.filter((code) => code.startsWith('CODE-'))).toHaveLength(count);

      const closed = [...states].map(([status, { length }]) => `${length} ${status}`).join(', ');
      const seconds = Math.round((over - began) / 1000);
      process.stdout.write(
        `seed ${SEED}: ${closed} in ${seconds} s, all balances agree; ${faultsOf(chain)}\n`,
      );
    },
    TIMEOUT_MS,
  );
});
