import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const POOL_SIZE = 10;
const ORDERS = 60;
/** Each order is sent again after it was answered 111. */
const SENDINGS = 3;
/** One batch of orders, and few transactions. */
const MAX_BACKENDS_THAT_WAIT = 5;
/** The pool, and connections that have been closed a moment ago. */
const MAX_BACKENDS = POOL_SIZE + 3;

const BACKENDS = `
  SELECT count(*)::integer AS all, count(*) FILTER (WHERE wait_event_type = 'Lock')::integer AS "waiting"
  FROM pg_stat_activity WHERE application_name = 'souk' AND datname = current_database()`;

let shop: TestShop;
let locked: TestAccount;
let other: TestAccount;
let locker: Client;

beforeAll(async () => {
  shop = await startTestShop({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
});
beforeEach(async () => {
  [locked, other] = [
    await shop.account({ balance: '1000' }),
    // More than the fastest machine spends meanwhile.
    await shop.account({ balance: '1000000' }),
  ];
  locker = new Client({ connectionString: shop.db.directUrl, application_name: 'locker' });
  await locker.connect();
  await locker.query('BEGIN');
});
afterEach(() => locker.end());
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

const pathOf = (product: number, orderUuid: string = randomUUID()) =>
  `/client/api/newOrder/${product}/params?order_uuid=${orderUuid}`;

/** The most backends of the shop that were seen, and the most of them that waited for a lock. */
class Backends {
  all = 0;
  waiting = 0;

  async count(): Promise<void> {
    const [now] = await shop.db.query<{ all: number; waiting: number }>(BACKENDS);
    this.all = Math.max(this.all, now?.all ?? 0);
    this.waiting = Math.max(this.waiting, now?.waiting ?? 0);
  }
}

describe('while another session keeps the row of an account locked', () => {
  // FOR UPDATE also holds up each key of the account, FOR NO KEY UPDATE only its debits.
  it.each(['FOR UPDATE', 'FOR NO KEY UPDATE'])(
    'other accounts order and read, and few connections wait (%s)',
    async (lock) => {
      const [simple, delivered] = [
        await shop.product({ price: '1' }),
        await shop.product({ price: '1', fulfillment: [{ handler: 'absent', settings: {} }] }),
      ];
      await locker.query(`SELECT FROM accounts WHERE id = $1 ${lock}`, [locked.id]);
      const keys = Array.from({ length: ORDERS }, () => randomUUID());
      const productOf = (index: number) => (index % 2 === 0 ? simple : delivered);
      const codes = new Set<unknown>();
      const refused: unknown[] = [];
      const backends = new Backends();
      for (let sending = 0; sending < SENDINGS; sending++) {
        const unanswered = new Set(keys);
        const answers = Promise.all(
          keys.map(async (key, index) => {
            const ask = { token: locked.token };
            const { json } = await shop.requestPage(pathOf(productOf(index), key), ask);
            codes.add((json as { code?: number }).code);
            unanswered.delete(key);
          }),
        );
        const isOpen = (): boolean => unanswered.size > 0;
        while (isOpen()) {
          await backends.count();
          for (const path of ['/client/api/profile', pathOf(simple), pathOf(delivered)]) {
            const { json } = await other.api(path);
            if ((json as { status: string }).status !== 'OK') refused.push(json);
          }
          if (refused.length > 0) break;
        }
        await answers;
      }
      expect(refused).toEqual([]);
      expect(codes).toEqual(new Set([111]));
      expect(backends.waiting).toBeGreaterThan(0);
      expect(backends.waiting).toBeLessThanOrEqual(MAX_BACKENDS_THAT_WAIT);
      expect(backends.all).toBeLessThanOrEqual(MAX_BACKENDS);

      await locker.query('ROLLBACK');
      const again = await Promise.all(
        keys.map((key, index) => settled(() => locked.api(pathOf(productOf(index), key)))),
      );
      expect(again.map(({ json }) => (json as { status: string }).status)).toEqual(
        keys.map(() => 'OK'),
      );
      expect((await locked.api('/client/api/profile')).json).toMatchObject({ balance: '940' });
    },
  );
});
