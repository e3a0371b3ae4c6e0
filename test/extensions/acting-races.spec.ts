import { randomUUID } from 'node:crypto';
import { isOperatorError } from '../../src/common/app-error.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import type { Shop } from '../../src/extensions/shop/shop.js';
import { invariantsFromNow } from '../support/invariants.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { actingExtensions, Payments } from './acting-extensions.js';

const ORDERS = 24;
const ACCOUNTS = 3;

let shop: TestShop;
let faults: () => Promise<unknown[]>;
let acme: Shop;
let owner: TestOperator;

beforeAll(async () => {
  const settings = { DATABASE_POOL_SIZE: '10', SECRET_KEYS: newSecretKey() };
  // A shop of its own: with extensions, and connections for a race.
  shop = await startTestShop(settings, {}, undefined, actingExtensions());
  faults = await invariantsFromNow(shop.db);
  acme = shop.service(Payments).shop;
  owner = await TestOperator.of(shop, 'owner');
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
  await shop.close();
});

/** What an extension hears: its answer, or a refusal, which is one for whoever is too late. */
const heard = (call: Promise<object>): Promise<'done' | 'refused'> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (isOperatorError(error)) return 'refused';
      throw error;
    },
  );

it('an extension, operators and bots decide the same orders at once, each order once', async () => {
  const product = await shop.product({ price: '1' });
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => shop.account({ balance: '100' })),
  );
  const order = async ({ api }: TestAccount): Promise<string> => {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    return ((await api(path)).json as { data: { order_id: string } }).data.order_id;
  };
  const decided: Promise<unknown>[] = [];
  for (let count = 0; count < ORDERS; count++) {
    const [payer, next] = [accounts[count % ACCOUNTS]!, accounts[(count + 1) % ACCOUNTS]!];
    const [one, other] = [await order(payer), await order(next)];
    const locks = { orders: [other, one], accounts: [next.id, payer.id] };
    const swap = acme.transaction(
      locks,
      async (within) => {
        await within.orders.accept(one, {});
        await within.orders.reject(other, { reason: 'swapped' });
        return within.balance.deposit(next.id, { amount: '0.5' });
      },
      `swap ${one}`,
    );
    const ask = (request: string, body: object) =>
      owner.ask(request, { body, key: randomUUID(), match: '*' }).then(({ status }) => {
        if (status >= 500) throw new Error(`${request} → ${status}`);
        return status < 300 ? 'done' : 'refused';
      });
    decided.push(
      heard(swap),
      heard(acme.orders.reject(other, { reason: 'late' }, `late ${other}`)),
      heard(acme.balance.deposit(payer.id, { amount: '1' }, `bonus ${one}`)),
      ask(`POST orders/${one}/reject`, { reason: 'by hand' }),
      ask(`POST orders/${other}/accept`, {}),
      ask(`POST accounts/${payer.id}/deposits`, { amount: '1' }),
      order(payer),
    );
  }
  await Promise.all(decided);
  const [{ deposits } = { deposits: 0 }] = await shop.db.query<{ deposits: number }>(
    `SELECT count(*)::int AS deposits FROM ledger_entries WHERE kind = 'deposit' AND amount = 1 AND actor LIKE 'extension:%'`,
  );
  expect(deposits).toBe(ORDERS);
});
