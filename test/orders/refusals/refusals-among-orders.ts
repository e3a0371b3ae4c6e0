import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { OrderRefusals } from '../../../src/orders/refusals/order-refusals.service.js';
import { RefusalJournal } from '../../../src/orders/refusals/refusal-journal.js';
import { HttpClient } from '../../support/http-client.js';
import { Instance } from '../../support/instance.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { refusalsWritten } from '../../support/refusal-rows.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

/** Every fifth order is refused, each time in another one of these ways. */
const EVERY = 5;
const CLIENTS = 32;
const ACCOUNTS = 8;
const UNAVAILABLE = 111;

interface Answered {
  readonly code?: number;
  readonly message?: string;
}

/** Places so many orders on two servers of the worker's shop, and compares what was refused with the journal. */
export function describeRefusalsAmong(count: number): void {
  describe(`of ${count} orders on two instances, a fifth of them refused`, () => {
    const refused = new Map<string, { readonly code: number; readonly reason: string }>();
    const placed: string[] = [];
    const accounts: TestAccount[] = [];
    let shop: TestShop;
    let other: Instance;
    let client: HttpClient;
    let faults: () => Promise<string[]>;
    let dropped: number;

    beforeAll(async () => {
      shop = await workerShop();
      faults = await invariantsFromNow(shop.db);
      // A shop of its own: what two servers of the shop write into one journal is the promise.
      other = await Instance.beside(shop);
      client = new HttpClient(shop.baseUrl);
      dropped = shop.service(RefusalJournal).counts.dropped;
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
      while (accounts.length < ACCOUNTS) {
        accounts.push(await shop.account({ balance: '10000', showUnavailable }));
      }
      await other.untilKnown(accounts.at(-1)!.token, product);
      await accounts.at(-1)!.api('/client/api/profile');
      let next = 0;
      const one = async (number: number): Promise<void> => {
        const { token } = accounts[number % ACCOUNTS]!;
        const uuid = randomUUID();
        const isRefused = number % EVERY === 0;
        const start = isRefused
          ? wanting[(number / EVERY) % wanting.length]!
          : `${product}/params?`;
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
        while (next < count) await one(next++);
      };
      await Promise.all(Array.from({ length: CLIENTS }, worker));
      await refusalsWritten(shop);
      await refusalsWritten(other);
    });
    afterAll(async () => {
      client.close();
      await other.close();
      expect(await faults()).toEqual([]);
    });

    it('every refused one is found by its order_uuid, with its reason', async () => {
      expect(refused.size).toBe(count / EVERY);
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
      expect([placed.length, rows.length]).toEqual([count - count / EVERY, 0]);
      const all = await shop.db.query('SELECT FROM order_refusals WHERE account_id = ANY ($1)', [
        accounts.map(({ id }) => id),
      ]);
      expect(all).toHaveLength(refused.size);
      expect(shop.service(RefusalJournal).counts.dropped).toBe(dropped);
    });
  });
}

/** Sends it again while the answer decides nothing, as every client must. */
async function decided(send: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    const answer = await send();
    if (answer.code !== UNAVAILABLE) return answer;
    await wait(10);
  }
}
