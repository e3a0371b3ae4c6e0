import { randomBytes, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { CONFIG } from '../../src/config/souk-config.js';
import type { Shop, ShopInTransaction } from '../../src/extensions/shop/shop.js';
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

describe('a call', () => {
  it.each(['p\ud800', 'p\0', '', 'x'.repeat(101)])('is refused with the key %j', async (key) => {
    const call = acme.balance.deposit(account.id, { amount: '1' }, key);
    await expect(call).rejects.toThrow('without a key of 1 to 100 characters');
  });

  it.each([NaN, 1.5, -1, 2 ** 31, '0x1', undefined])(
    'is refused for the account %j',
    async (id) => {
      const call = acme.balance.deposit(id as number, { amount: '1' }, randomUUID());
      await expect(call).rejects.toThrow('which is no id');
    },
  );

  it('is answered again when the secret is gone by which its input was hashed', async () => {
    const deposit = (amount: string) => acme.balance.deposit(account.id, { amount }, 'rotated');
    const first = await deposit('1');
    const config = shop.service<{ SECRET_KEYS: readonly Buffer[] }>(CONFIG as never);
    vi.spyOn(config, 'SECRET_KEYS', 'get').mockReturnValue([randomBytes(32)]);
    expect(await deposit('1')).toEqual(first);
    vi.restoreAllMocks();
    await expect(deposit('2')).rejects.toThrow('something else');
  });
});

describe('a transaction', () => {
  const deposited = (usd: string, input: object, accounts = [account.id]) =>
    acme.transaction(
      { accounts, input },
      (within) => within.balance.deposit(account.id, { amount: usd }),
      `tx ${account.id}`,
    );

  it('has one key for its locks in any order, and its input', async () => {
    const { id } = await shop.account();
    const first = await deposited('1', { usd: '1' }, [account.id, id]);
    expect(await deposited('1', { usd: '1' }, [id, account.id, id])).toEqual(first);
    await expect(deposited('100', { usd: '100' }, [account.id, id])).rejects.toThrow(
      'something else',
    );
    expect(await balance()).toBe(11);
  });

  it('refuses Shop itself, which would wait for its locks', async () => {
    const outer = acme.transaction(
      { accounts: [account.id] },
      () => acme.balance.deposit(account.id, { amount: '1' }, 'within'),
      'outer',
    );
    await expect(outer).rejects.toThrow('call the methods of its argument');
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 0],
    ['a large integer', { n: 1n }],
  ])('that returns %s is undone', async (name, result) => {
    const run = acme.transaction(
      { accounts: [account.id] },
      async (within) => {
        await within.balance.deposit(account.id, { amount: '1' });
        return result as object;
      },
      name,
    );
    await expect(run).rejects.toThrow('cannot be stored');
    expect(await balance()).toBe(10);
  });

  it('waits for its calls when one of them fails, and undoes all', async () => {
    const [one, other] = [await ordered(), await ordered()];
    const run = acme.transaction(
      { orders: [one, other] },
      async (within) => {
        const decided = [
          within.orders.accept(one, {}),
          within.balance.adjust(account.id, { amount: '-99', reason: 'x' }),
          within.orders.reject(other, { reason: 'late' }),
        ];
        await Promise.all(decided);
        return {};
      },
      `all of ${one}`,
    );
    await expect(run).rejects.toThrow('can spend only');
    expect(await balance()).toBe(8);
    await acme.orders.accept(other, {}, `alone ${other}`);
  });

  it('makes calls that begin together', async () => {
    const deposit = (within: ShopInTransaction) =>
      within.balance.deposit(account.id, { amount: '1' });
    await acme.transaction(
      { accounts: [account.id] },
      async (within) => ({ all: await Promise.all([deposit(within), deposit(within)]) }),
      'together',
    );
    expect(await balance()).toBe(12);
  });

  it('needs one connection, so many of them run beside each other', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, ordered));
    const accept = (id: string) =>
      acme.transaction({ orders: [id] }, (within) => within.orders.accept(id, {}), `tx ${id}`);
    const decided = await Promise.all(orders.map(accept));
    expect(decided.map(({ status }) => status)).toEqual(orders.map(() => 'accept'));
  });
});
