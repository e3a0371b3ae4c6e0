import { randomUUID } from 'node:crypto';
import { OperatorError } from '../../src/common/app-error.js';
import type { Shop, ShopInTransaction } from '../../src/extensions/shop/shop.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { invariantsFromNow } from '../support/invariants.js';
import { actingExtensions, OtherPayments, paid, payer, Payments } from './acting-extensions.js';
import { until } from '../support/until.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let faults: () => Promise<unknown[]>;
let acme: Shop;
let other: Shop;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  // A shop of its own: extensions are loaded.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() }, {}, undefined, actingExtensions());
  faults = await invariantsFromNow(shop.db);
  acme = shop.service(Payments).shop;
  other = shop.service(OtherPayments).shop;
  product = await shop.product({ price: '1' });
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
  payer.id = account.id;
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
  await shop.close();
});

const ordered = async (of = product): Promise<string> => {
  const path = `/client/api/newOrder/${of}/params?order_uuid=${randomUUID()}`;
  return ((await account.api(path)).json as { data: { order_id: string } }).data.order_id;
};
const balance = async (): Promise<number> =>
  Number(((await account.api('/client/api/profile')).json as { balance: string }).balance);
const entries = () =>
  shop.db.query<{ actor: string; reference: string | null }>(
    `SELECT actor, reference FROM ledger_entries WHERE account_id = $1 AND actor LIKE 'extension:%'`,
    [account.id],
  );

describe('Shop', () => {
  it('deposits once under a key, however often and at once it is called', async () => {
    const deposit = () =>
      acme.balance.deposit(account.id, { amount: '2.5', note: 'paid' }, 'pay-1');
    const answers = await Promise.all(Array.from({ length: 20 }, deposit));
    for (const answer of answers) expect(answer).toMatchObject({ balance: '12.5' });
    expect(await deposit()).toEqual(answers[0]);
    expect(await balance()).toBe(12.5);
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry?.actor).toMatch(/^extension:[1-9]\d*$/);
  });

  it('refuses another input under a key, and keeps keys of extensions apart', async () => {
    await acme.balance.deposit(account.id, { amount: '1' }, 'apart');
    await expect(acme.balance.deposit(account.id, { amount: '2' }, 'apart')).rejects.toThrow(
      'The extension acme has called Shop with something else under the key "apart" before; this call has changed nothing.',
    );
    await expect(
      acme.balance.adjust(account.id, { amount: '1', reason: 'x' }, 'apart'),
    ).rejects.toThrow('something else');
    await other.balance.deposit(account.id, { amount: '2' }, 'apart');
    expect(await balance()).toBe(13);
  });

  it('leaves the key of a refused call free', async () => {
    const adjust = () => acme.balance.adjust(account.id, { amount: '-15', reason: 'fee' }, 'fee');
    await expect(adjust()).rejects.toThrow();
    await acme.balance.deposit(account.id, { amount: '10' }, 'more');
    expect(await adjust()).toMatchObject({ balance: '5' });
  });

  it('accepts, adds codes, reverses and rejects', async () => {
    const [one, two] = [await ordered(), await ordered()];
    expect(await acme.orders.accept(one, { codes: ['A-1'] }, `accept ${one}`)).toEqual({
      order_id: one,
      status: 'accept',
      decided_by: 'extension:acme',
    });
    expect(await acme.orders.addCodes(one, { codes: ['A-2'] }, `codes ${one}`)).toMatchObject({
      codes: 2,
    });
    const reversal = { amount: '0.5', reason: 'half' };
    expect(await acme.orders.reverse(one, reversal, `half ${one}`)).toMatchObject({
      refunded: '0.5',
    });
    expect(await acme.orders.reverse(one, reversal, `half ${one}`)).toMatchObject({
      refunded: '0.5',
    });
    await acme.orders.reject(two, { reason: 'sold out' }, `reject ${two}`);
    expect(await balance()).toBe(9.5);
    await expect(acme.orders.accept(two, {}, `accept ${two}`)).rejects.toThrow();
  });

  it('has a handler asked now that would be asked tomorrow', async () => {
    const delivered = await shop.product({
      price: '1',
      fulfillment: [{ handler: 'acme-later', settings: {} }],
    });
    const id = await ordered(delivered);
    await until(
      async () =>
        (
          await shop.db.query(
            `SELECT FROM fulfillments WHERE order_id = $1 AND note = 'not paid'`,
            [id],
          )
        ).length > 0,
    );
    paid.add(id);
    expect(await acme.orders.askAgain(id, `wake ${id}`)).toEqual({ order_id: id });
    await until(async () =>
      (await account.api(`/client/api/check?orders=${id}`)).text.includes('PAID'),
    );
    await expect(acme.orders.askAgain(id, 'too late')).rejects.toThrow(
      `No handler is delivering the order ${id}.`,
    );
  });

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

  it('makes accounts and tokens, whose secrets are told once', async () => {
    const made = await acme.accounts.create({ name: 'Made', email: 'a@b.example' }, 'made');
    const issue = () => acme.tokens.issue(made.id, {}, 'its token');
    const { token = '', ...rest } = await issue();
    expect((await shop.request('/client/api/profile', { token })).status).toBe(200);
    expect(await issue()).toEqual(rest);
    await acme.tokens.revoke(rest.id, 'end it');
    const [row] = await shop.db.query<{ answer: object }>(
      `SELECT answer FROM extension_calls WHERE key = 'its token'`,
    );
    expect(row?.answer).toEqual(rest);
  });

  it('adds no more to balances within 24 hours than the owner allows', async () => {
    const set = (most: string | null) =>
      shop.db.query(`UPDATE extensions SET deposits_a_day = $1 WHERE name = 'other'`, [most]);
    await shop.db.query(
      `UPDATE extension_calls SET at = at - interval '25 hours' WHERE extension = 'other'`,
    );
    await set('5');
    const deposits = Array.from({ length: 10 }, (_, number) =>
      other.balance.deposit(account.id, { amount: '1' }, `bound ${number}`),
    );
    const outcomes = await Promise.allSettled(deposits);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(other.balance.deposit(account.id, { amount: '1' }, 'more')).rejects.toThrow(
      'The extension other may add 5 USD to balances within 24 hours, and would have added 6 USD with this call',
    );
    expect(await balance()).toBe(15);
    await set(null);
    await other.balance.deposit(account.id, { amount: '1' }, 'more');
  });

  it('is recorded, and told to the owner when it grows', async () => {
    const [row] = await shop.db.query(`SELECT uses FROM extensions WHERE name = 'other'`);
    expect(row).toEqual({ uses: ['balance.deposit'] });
    const told = shop.logs().map((line) => JSON.parse(line) as { msg: string });
    expect(told).toContainEqual(
      expect.objectContaining({
        ...{ extension: 'other', uses: ['balance.deposit'] },
        msg: 'an extension may change more of the shop than before',
      }),
    );
  });

  it('sets prices and visibility', async () => {
    await acme.products.setPrice(product, { price: '2' }, 'two');
    const rule = { account_id: account.id, product_id: product };
    await acme.visibility.set({ ...rule, visible: false }, 'hide');
    await acme.visibility.clear(rule, 'clear');
    await acme.products.setPrice(product, { price: '1' }, 'one');
  });

  it('works from a route', async () => {
    for (let count = 0; count < 3; count++) {
      const { json } = await shop.requestPage('/payments/paid', { method: 'POST' });
      expect(json).toMatchObject({ balance: '15' });
    }
  });

  it('refuses what is not declared, by its name', async () => {
    await expect(other.orders.accept(await ordered(), {}, 'x')).rejects.toThrow(
      'The extension other calls Shop.orders.accept without having declared it; add "orders.accept" to "uses" of defineExtension.',
    );
  });

  it.each(['', 'x'.repeat(101)])('refuses the key %j', async (key) => {
    await expect(acme.balance.deposit(account.id, { amount: '1' }, key)).rejects.toThrow(
      'without a key of 1 to 100 characters',
    );
  });

  it('refuses fields that its operation does not have', async () => {
    const input = { amount: '1', actor: 'api' };
    await expect(acme.balance.deposit(account.id, input, 'z')).rejects.toThrow(
      'actor is no field of this request',
    );
  });

  it('is refused in a check, which decides', async () => {
    const greedy = await shop.product({ price: '1', fields: ['greedy'] });
    const path = `/client/api/newOrder/${greedy}/params?order_uuid=${randomUUID()}&greedy=1`;
    expect((await account.api(path)).json).toMatchObject({ code: 111 });
    expect(shop.logs().join('\n')).toContain(
      'the check greedy of acme calls Shop.balance.deposit, which may not be called there',
    );
    expect(await balance()).toBe(10);
  });

  it('is in the audit under the name of the extension', async () => {
    await acme.balance.deposit(account.id, { amount: '1' }, 'audited');
    const [entry] = await shop.db.query(
      `SELECT actor, action, door FROM audit_entries WHERE actor = 'extension:acme' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toMatchObject({ actor: 'extension:acme', action: 'balance deposit' });
  });

  it('is counted as written for resellers', async () => {
    await acme.balance.deposit(account.id, { amount: '1', reference: 'r', note: 'n' }, 'readable');
    const { json } = await account.api('/client/api/statement');
    const [newest] = (json as { data: object[] }).data;
    expect(newest).toMatchObject({ reference: 'r', note: 'n' });
  });
});
