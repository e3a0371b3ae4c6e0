import { OperatorError } from '../../src/common/app-error.js';
import type { Shop, ShopInTransaction } from '../../src/extensions/shop/shop.js';
import { AccountEvents } from '../../src/events/ordered/account-events.repository.js';
import { BEGIN } from '../../src/events/ordered/account-place.js';
import { ActingShop } from './acting-extensions.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';

let acting: ActingShop;
let shop: TestShop;
let acme: Shop;
let account: TestAccount;

beforeAll(async () => {
  acting = await ActingShop.start();
  ({ shop, acme } = acting);
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
});
afterAll(async () => {
  expect(await acting.close()).toEqual([]);
});

const ordered = () => acting.ordered(account);
const balance = () => acting.balance(account);

it('does several things in one transaction, or none of them', async () => {
  const [id, second] = [await ordered(), await ordered()];
  const other = await shop.account({ balance: '10' });
  const locks = { orders: [second, id], accounts: [other.id] };
  const both = (usd: string) =>
    acme.transaction(
      locks,
      async (within) => {
        await within.orders.accept(id, { codes: ['T-1'] });
        await within.orders.reject(second, { reason: 'sold out' });
        const { balance: left } = await within.balance.adjust(other.id, {
          amount: usd,
          reason: 'fee',
        });
        return { left };
      },
      `both ${id}`,
    );
  await expect(both('-11')).rejects.toThrow(OperatorError);
  expect(await balance()).toBe(8);
  expect(await Promise.all([both('-4'), both('-4'), both('-4')])).toEqual(
    Array.from({ length: 3 }, () => ({ left: '6' })),
  );
  expect(await balance()).toBe(9);
  const [entry] = await shop.db.query<{ after: { calls: object[] } }>(
    `SELECT after FROM audit_entries WHERE action = 'extension transaction' AND outcome = 'done'`,
  );
  expect(entry?.after.calls).toHaveLength(3);
});

it('pays the same back twice, each of which is told with its own words', async () => {
  const id = await ordered();
  await acme.orders.accept(id, { codes: ['T-2'] }, `accept ${id}`);
  await acme.transaction(
    { orders: [id] },
    async (within) => {
      await within.orders.reverse(id, { amount: '0.25', reference: 'a', reason: 'late' });
      await within.balance.adjust(account.id, { amount: '1', reason: 'gift' });
      await within.orders.reverse(id, { amount: '0.25', reference: 'b', reason: 'later' });
      return {};
    },
    `twice ${id}`,
  );
  const { events } = await shop.service(AccountEvents).page(account.id, BEGIN, { limit: 10 });
  expect(events.slice(-3).map(({ event }) => event?.data)).toMatchObject([
    { reference: 'a', refunded: '0.25', reason: 'late' },
    { amount: '1', reason: 'gift' },
    { reference: 'b', refunded: '0.5', reason: 'later' },
  ]);
});

it.each<[string, (within: ShopInTransaction) => Promise<unknown>, string]>([
  [
    'an error that was caught',
    (within) => within.balance.adjust(account.id, { amount: '-99', reason: 'x' }).catch(() => 0),
    'can spend only',
  ],
  [
    'a call that was not awaited',
    (within) => {
      within.balance.deposit(account.id, { amount: '1' }).catch(() => 0);
      return Promise.resolve();
    },
    'await each of them',
  ],
])('undoes a transaction with %s', async (name, work, message) => {
  const run = acme.transaction(
    { accounts: [account.id] },
    async (within) => {
      await within.balance.deposit(account.id, { amount: '5' });
      await work(within);
      return {};
    },
    name,
  );
  await expect(run).rejects.toThrow(message);
  expect(await balance()).toBe(10);
});

it('refuses what a transaction has not named', async () => {
  const id = await ordered();
  const unnamed = acme.transaction(
    { accounts: [account.id] },
    async (within) => within.orders.accept(id, {}),
    'unnamed',
  );
  await expect(unnamed).rejects.toThrow(
    `Shop.orders.accept is called in a transaction that has not named ${id}; add it to "orders" of its first argument.`,
  );
});
