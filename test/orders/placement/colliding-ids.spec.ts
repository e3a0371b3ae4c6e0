import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { vi, type MockInstance } from 'vitest';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import { OrderIds } from '../../../src/orders/placement/order-id.js';
import type { Answer } from '../../support/http-client.js';
import { Instance } from '../../support/instance.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const TOGETHER = 40;
const ONE_BY_ONE = 20;

let shop: TestShop;
let other: Instance;
let accounts: readonly TestAccount[];
let faults: () => Promise<string[]>;
let drawn: readonly MockInstance<OrderIds['next']>[];

/** Four random bits and a clock that stands still: two servers go through the same milliseconds, with sixteen ids in each. */
function drawFrom16(ids: OrderIds, nowMs: number): MockInstance<OrderIds['next']> {
  const few = new OrderIds(4, () => nowMs);
  return vi.spyOn(ids, 'next').mockImplementation(() => few.next());
}

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  // A shop of its own: what two servers of the shop do at the same time is the promise.
  other = await Instance.beside(shop);
  accounts = await Promise.all(Array.from({ length: 4 }, () => shop.account({ balance: '1000' })));
});
beforeEach(() => {
  const nowMs = Date.now();
  drawn = [shop, other].map((server) => drawFrom16(server.service(OrderIds), nowMs));
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await other.close();
  expect(await faults()).toEqual([]);
});

async function stocked(): Promise<number> {
  const stock = fresh('collision');
  const codes = Array.from({ length: TOGETHER + ONE_BY_ONE }, (_, one) => `${stock}-${one}`);
  await shop.service(CodeImportService).import(stock, Readable.from(codes), { dryRun: false });
  return shop.product({ fulfillment: [{ handler: 'codes', settings: { stock } }] });
}

/** An order of one of the accounts, by its number, as are the two servers that take turns. */
function sent(product: number, key: string, number: number, turn = 0): Promise<Answer> {
  const { token, api } = accounts[number % accounts.length]!;
  const route = `newOrder/${product}/params?order_uuid=${key}`;
  const isOfShop = (number + turn) % 2 === 0;
  return settled(() => (isOfShop ? api(`/client/api/${route}`) : other.send(token, route)));
}

const idIn = ({ json }: Answer) => (json as { data?: { order_id?: string } }).data?.order_id;

describe('two servers that draw the same ids all the time', () => {
  it.each<[string, () => Promise<number>]>([
    ['in one statement', () => shop.product()],
    ['with codes from stock', stocked],
    ['each alone', () => shop.product({ fulfillment: [{ handler: 'absent', settings: {} }] })],
  ])('place all orders %s, each once, and answer them again', async (_, made) => {
    const product = await made();
    await other.untilKnown(accounts[0]!.token, product);
    for (const next of drawn) next.mockClear();
    const keys = Array.from({ length: TOGETHER + ONE_BY_ONE }, () => randomUUID());
    const answers = await Promise.all(
      keys.slice(0, TOGETHER).map((key, number) => sent(product, key, number)),
    );
    for (const [number, key] of keys.entries()) {
      if (number >= TOGETHER) answers.push(await sent(product, key, number));
    }
    const drawings = drawn.reduce((sum, next) => sum + next.mock.calls.length, 0);
    expect(drawings).toBeGreaterThan(keys.length + 10);
    expect(new Set(answers.map(idIn)).size).toBe(keys.length);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const again = await Promise.all(keys.map((key, number) => sent(product, key, number, 1)));
    expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
    const [counted] = await shop.db.query(
      `SELECT count(*)::integer AS orders, count(DISTINCT placed.order_id)::integer AS ids,
              count(DISTINCT entry.order_id)::integer AS debits
       FROM orders placed LEFT JOIN ledger_entries entry USING (account_id, order_id) WHERE product_id = $1`,
      [product],
    );
    expect(counted).toEqual({ orders: keys.length, ids: keys.length, debits: keys.length });
  });
});
