import { randomUUID } from 'node:crypto';
import type { Shop } from '../../src/extensions/shop/shop.js';
import { Database } from '../../src/database/database.js';
import { ActingShop, OtherPayments, paid, payer } from './acting-extensions.js';
import { souk, soukJson, soukWith } from '../support/command-line.js';
import { until } from '../support/until.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';

let acting: ActingShop;
let shop: TestShop;
let acme: Shop;
let other: Shop;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  acting = await ActingShop.start();
  ({ shop, acme, product } = acting);
  other = shop.service(OtherPayments).shop;
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
  payer.id = account.id;
});
afterAll(async () => {
  expect(await acting.close()).toEqual([]);
});

const ordered = (of?: number) => acting.ordered(account, of);
const balance = () => acting.balance(account);
const listed = async (extension: string) =>
  (await soukJson<{ name: string }[]>(shop, 'extension', 'list')).find(
    ({ name }) => name === extension,
  );
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
    const set = async (most: string) => {
      const words = ['extension', 'set', 'other', '--deposits-a-day', most];
      expect(await soukWith([], shop.db, ...words)).toMatchObject({ code: 0, err: '' });
    };
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
    expect((await souk(shop, 'doctor')).out).toMatch(
      /^warn +extension deposits: .*other with 5 of 5 USD/m,
    );
    await set('5.56');
    expect((await souk(shop, 'doctor')).out).toMatch(/^ok +extension deposits/m);
    await set('5.55');
    expect((await souk(shop, 'doctor')).out).toMatch(/^warn +extension deposits/m);
    const shown = { deposits_a_day: '5.55', added_within_a_day: '5' };
    expect(await listed('other')).toMatchObject(shown);
    await set('none');
    await other.balance.deposit(account.id, { amount: '1' }, 'more');
    expect((await souk(shop, 'doctor')).out).toMatch(/^ok +extension deposits/m);
    await set('0');
    await expect(
      other.balance.deposit(account.id, { amount: '0.01' }, 'forbidden'),
    ).rejects.toThrow('may add 0 USD');
    await set('none');
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

  it('is told to the owner in words', async () => {
    const uses = [{ method: 'balance.deposit', does: 'add money to accounts' }];
    expect(await listed('other')).toMatchObject({ uses });
    const { out } = await souk(shop, 'extension', 'list');
    expect(out).toContain('add money to accounts');
  });

  it('sets prices and visibility', async () => {
    await acme.products.setPrice(product, { price: '2' }, 'two');
    const rule = { account_id: account.id, product_id: product };
    await acme.visibility.set({ ...rule, visible: false }, 'hide');
    await acme.visibility.clear(rule, 'clear');
    await acme.products.setPrice(product, { price: '1' }, 'one');
  });

  it('tells operators who want to hear of extensions, once a key', async () => {
    const { manager } = shop.service(Database);
    await manager.query(
      `INSERT INTO notification_recipients (name, kind, address, topics, overdue_minutes)
       VALUES ('ops', 'email', 'ops@shop.example', '{extension.message}', 30),
              ('stock', 'email', 'stock@shop.example', '{stock.low}', 30)`,
    );
    for (const key of ['said', 'said']) {
      const told = await acme.operators.notify({ text: 'low at Voucher Ltd' }, key);
      expect(told).toEqual({ recipients: 1 });
    }
    const sent = await shop.db.query<{ data: { body: string } }>(
      "SELECT data FROM pgboss.job WHERE name = 'notification'",
    );
    expect(sent.map(({ data }) => JSON.parse(data.body) as object)).toEqual([
      expect.objectContaining({
        type: 'extension.message',
        data: { extension: 'acme', text: 'low at Voucher Ltd' },
      }),
    ]);
    await expect(acme.operators.notify({ text: '' }, 'said nothing')).rejects.toThrow(/text/);
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
