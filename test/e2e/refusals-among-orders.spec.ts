import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { OrderRefusals } from '../../src/orders/refusals/order-refusals.service.js';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { HttpClient } from '../support/http-client.js';
import { Instance } from '../support/instance.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

/** `npm run refusals` places 10,000. */
const ORDERS = Number(process.env.REFUSAL_ORDERS ?? 500);
/** Every fifth order is refused, each time in another one of these ways. */
const EVERY = 5;
const CLIENTS = 32;
const ACCOUNTS = 8;
const UNAVAILABLE = 111;

let shop: TestShop;
let other: Instance;
let client: HttpClient;

beforeAll(async () => {
  shop = await startTestShop();
  other = await Instance.on(shop.db);
  client = new HttpClient(shop.baseUrl);
});
afterAll(async () => {
  client.close();
  await other.close();
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

interface Answered {
  readonly code?: number;
  readonly message?: string;
}

describe(`of ${ORDERS} orders on two instances, a fifth of them refused`, () => {
  const refused = new Map<string, { readonly code: number; readonly reason: string }>();
  const placed: string[] = [];

  beforeAll(async () => {
    const price = '0.01';
    const product = await shop.product({ price });
    const fields = ['playerId'];
    const wanting = [
      `${await shop.product({ price, available: false })}/params?`,
      `${await shop.product({ price })}/params?qty=x&`,
      `${await shop.product({ price, fields })}/params?`,
      `${await shop.product({ price: '1000000' })}/params?`,
      `${product}/params?max_price=0.001&`,
      '2000000/params?',
    ];
    const showUnavailable = true;
    const accounts: TestAccount[] = [];
    for (let count = 0; count < ACCOUNTS; count++) {
      accounts.push(await shop.account({ balance: '10000', showUnavailable }));
    }
    let next = 0;
    const one = async (number: number): Promise<void> => {
      const { token } = accounts[number % ACCOUNTS]!;
      const uuid = randomUUID();
      const isRefused = number % EVERY === 0;
      const start = isRefused ? wanting[(number / EVERY) % wanting.length]! : `${product}/params?`;
      const route = `newOrder/${start}order_uuid=${uuid}`;
      const send = () =>
        number % 2 === 0
          ? client.send(`/client/api/${route}`, { token })
          : other.send(token, route);
      const { code, message = '' } = await decided(async () => (await send()).json as Answered);
      if (code === undefined) placed.push(uuid);
      else refused.set(uuid, { code, reason: message });
    };
    const worker = async (): Promise<void> => {
      while (next < ORDERS) await one(next++);
    };
    await Promise.all(Array.from({ length: CLIENTS }, worker));
    await until(() =>
      [shop, other].every((instance) => instance.service(RefusalJournal).waiting === 0),
    );
  });

  it('every refused one is found by its order_uuid, with its reason', async () => {
    expect(refused.size).toBe(ORDERS / EVERY);
    expect(new Set([...refused.values()].map(({ code }) => code)).size).toBe(6);
    for (const [orderUuid, { code, reason }] of refused) {
      const { items } = await shop.service(OrderRefusals).page({ orderUuid }, undefined, 10);
      expect(items).toMatchObject([{ orderUuid, code, reason }]);
    }
  });

  it('nothing else is in the journal', async () => {
    const rows = await shop.db.query('SELECT FROM order_refusals WHERE order_uuid = ANY ($1)', [
      placed,
    ]);
    expect([placed.length, rows.length]).toEqual([ORDERS - ORDERS / EVERY, 0]);
    const all = await shop.db.query('SELECT FROM order_refusals');
    expect(all).toHaveLength(refused.size);
    expect(shop.service(RefusalJournal).counts.dropped).toBe(0);
  });
});

/** Sends it again while the answer decides nothing, as every client must. */
async function decided(send: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    const answer = await send();
    if (answer.code !== UNAVAILABLE) return answer;
    await wait(10);
  }
}
