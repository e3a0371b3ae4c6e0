import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { API, page, place } from '../../support/book-pages.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { acceptedOrder, asked, REQUEST, reversalsOf } from '../../support/reversals.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let faults: () => Promise<string[]>;
let account: TestAccount;
let reversals: ReturnType<typeof reversalsOf>;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  reversals = reversalsOf(shop);
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

const balance = async () =>
  ((await account.api(`${API}/profile`)).json as { balance: string }).balance;
const entries = () =>
  shop.db.query<{ kind: string }>(
    'SELECT kind FROM ledger_entries WHERE account_id = $1 ORDER BY sequence',
    [account.id],
  );

describe('a reversal', () => {
  it('pays a part back, then another one, then the rest', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    expect(await balance()).toBe('95');

    const first = await reversals.reverse(orderId, asked('2', 'case-1'));
    expect(first).toEqual({
      reversal: {
        ...{ accountId: account.id, orderId, total: '5', amount: '2', refunded: '2' },
        ...{ balance: '97', reference: 'case-1', reason: REQUEST.reason },
        createdAt: expect.any(Date) as Date,
      },
      before: { refunded: '0', balance: '95' },
      after: { refunded: '2', balance: '97' },
    });
    await reversals.reverse(orderId, asked('0.00000001'));
    const last = await reversals.reverse(orderId, {
      ...{ ...REQUEST, all: true, reference: 'case-3' },
    });
    expect(last.reversal).toMatchObject({ amount: '2.99999999', refunded: '5', balance: '100' });
    expect(await balance()).toBe('100');
    await expect(reversals.reverse(orderId, asked('0.00000001'))).rejects.toThrow(
      'The order is paid back in full already.',
    );
  });

  it('is told by check with details=1, and leaves state, codes and other answers as they were', async () => {
    const { orderId, uuid } = await acceptedOrder(shop, account, { codes: ['CODE-1'] });
    const ask = async (query: string) => (await account.api(`${API}/check?${query}`)).text;
    const plain = `orders=[${orderId}]`;
    const before = { plain: await ask(plain), details: await ask(`${plain}&details=1`) };
    expect(before.details).not.toContain('refunded');

    await reversals.reverse(orderId, asked('0.50'));

    expect(await ask(plain)).toBe(before.plain);
    const told = '"reason":null,"refunded":"0.5"';
    const after = before.details.replace('"reason":null', told);
    expect(after).toContain(told);
    expect(await ask(`${plain}&details=1`)).toBe(after);
    expect(await ask(`orders=[${uuid}]&uuid=1&details=1`)).toBe(after);
    expect(JSON.parse(after)).toMatchObject({
      data: [{ status: 'accept', replay_api: ['CODE-1'] }],
    });
  });

  it('is told by the list of orders in all formats, and only of its order', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    await acceptedOrder(shop, account);
    const before = (await account.api(`${API}/orders`)).text;
    expect(before).not.toContain('refunded');

    await reversals.reverse(orderId, asked('1.25'));

    const { data } = await page<{ order_id: string; refunded?: string }>(account, 'orders');
    expect(data.map(({ refunded }) => refunded)).toEqual([undefined, '1.25']);
    expect((await account.api(`${API}/orders`)).text.replace(',"refunded":"1.25"', '')).toBe(
      before,
    );
    const { token } = account;
    const file = async (format: string) =>
      (await shop.requestPage(`${API}/orders?format=${format}`, { token })).text;
    const lines = (await file('jsonl')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(data);
    const [header, ...rows] = parse(await file('csv'));
    expect([header?.at(-1), ...rows.map((row) => row.at(-1))]).toEqual(['refunded', '', '1.25']);
  });

  it('stands in the statement with its order, reason and reference', async () => {
    const { orderId, uuid } = await acceptedOrder(shop, account);
    await reversals.reverse(orderId, { ...asked('2', ' case-7 '), reason: ' half of it came\n' });

    const { data } = await page<object>(account, 'statement?limit=1');
    expect(data).toMatchObject([
      {
        ...{ sequence: 3, kind: 'reversal', amount: '2.00000000', balance_after: '97.00000000' },
        ...{ order_id: orderId, order_uuid: uuid, product_name: 'One' },
        ...{ reference: 'case-7', note: 'half of it came' },
        actor: expect.stringMatching(/^operator:\d+$/) as string,
      },
    ]);
  });

  it('leaves the replay of its order as it was', async () => {
    const product = await shop.product({ price: '5' });
    const uuid = randomUUID();
    const send = () => account.api(`${API}/newOrder/${product}/params?order_uuid=${uuid}`);
    const { data } = (await send()).json as { data: { order_id: string } };
    await shop.service(OrderCloseService).accept(data.order_id, { actor: 'test' });
    const accepted = await send();
    await reversals.reverse(data.order_id, asked('5'));
    expect((await send()).text).toBe(accepted.text);
    expect(await balance()).toBe('100');
  });

  it('is posted while the orders of the account are halted, as a refund is', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    await shop.db.query(
      "UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'test' WHERE id = $1",
      [account.id],
    );
    await reversals.reverse(orderId, asked('5'));
    expect(await balance()).toBe('100');
  });
});

describe('the same reference again', () => {
  it('answers the same for the same order and amount, and pays nothing', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    const first = await reversals.reverse(orderId, asked('2', 'case-1'));
    await reversals.reverse(orderId, asked('1', 'case-2'));

    const again = await reversals.reverse(orderId, { ...asked('2.0', 'case-1'), reason: 'other' });
    expect(again).toEqual({
      ...{ reversal: first.reversal },
      ...{ before: { refunded: '3' }, after: { refunded: '3' } },
    });
    expect(await balance()).toBe('98');
  });

  it('answers the same for all, whatever all was', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    await reversals.reverse(orderId, asked('2'));
    const all = { ...REQUEST, all: true, reference: 'rest' } as const;
    const first = await reversals.reverse(orderId, all);
    expect(await reversals.reverse(orderId, all)).toMatchObject({
      ...{ reversal: first.reversal },
    });
    expect(await reversals.reverse(orderId, asked('3', 'rest'))).toMatchObject({});
    expect(await balance()).toBe('100');
  });

  it('is refused for anything else', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    const other = await acceptedOrder(shop, account);
    await reversals.reverse(orderId, asked('2', 'case-1'));
    const deposit = { actor: 'test', reference: 'invoice-1' };
    await shop.service(BalanceService).deposit(account.id, '1', deposit);

    const taken = (amount: string, name: string) =>
      `The reference ${name} was used on this account before, for ${amount} USD. Nothing was changed.`;
    for (const [id, amount, reference, sentence] of [
      [orderId, '3', 'case-1', taken('2', 'case-1')],
      [other.orderId, '2', 'case-1', taken('2', 'case-1')],
      [orderId, '1', 'invoice-1', taken('1', 'invoice-1')],
    ] as const) {
      await expect(reversals.reverse(id, asked(amount, reference))).rejects.toThrow(sentence);
    }
    // And a deposit under the reference of a reversal.
    await expect(
      shop.service(BalanceService).deposit(account.id, '2', { ...deposit, reference: 'case-1' }),
    ).rejects.toThrow(taken('2', 'case-1'));
    expect(await entries()).toHaveLength(5);
  });

  it('belongs to its account alone', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    await reversals.reverse(orderId, asked('2', 'case-1'));
    account = await shop.account({ balance: '10' });
    const other = await acceptedOrder(shop, account);
    await reversals.reverse(other.orderId, asked('3', 'case-1'));
    expect(await balance()).toBe('8');
  });
});

describe('what cannot be reversed', () => {
  it.each([
    ['a waiting order', () => Promise.resolve(), 'still waits'],
    [
      'a rejected order',
      (id: string) =>
        shop.service(OrderCloseService).reject(id, { reason: 'no stock', actor: 'test' }),
      'was rejected, and its money went back then',
    ],
  ])('is %s', async (_, close, sentence) => {
    const [orderId] = await place(account, await shop.product({ price: '5' }));
    await close(orderId);
    const before = await entries();
    await expect(reversals.reverse(orderId, asked('1'))).rejects.toThrow(sentence);
    expect(await entries()).toEqual(before);
  });

  it('is a test order', async () => {
    const tester = await shop.account({ testing: true });
    const product = await shop.product({
      categoryId: await shop.category({ testingOnly: true }),
      fulfillment: [{ handler: 'test', settings: { outcome: 'accept' } }],
    });
    const [orderId] = await place(tester, product);
    await until(async () => {
      const { data } = await page<{ status: string }>(tester, 'orders');
      return data[0]?.status === 'accept';
    });
    await expect(reversals.reverse(orderId, asked('1'))).rejects.toThrow('is a test order');
  });

  it('is an order that does not exist', async () => {
    await expect(reversals.reverse('ID_0000000000000000', asked('1'))).rejects.toThrow(
      'There is no order ID_0000000000000000.',
    );
  });

  it.each([
    ['without an amount', { amount: '0' }, 'an amount in USD'],
    ['of an amount below 0', { amount: '-1' }, 'and no sign'],
    ['of a ninth decimal', { amount: '0.000000001' }, 'at most 8 decimals'],
    [
      'of more than the total',
      { amount: '5.00000001' },
      'Only 5 USD of the order can still be paid back',
    ],
    ['without a reason', { reason: ' ' }, 'Please type a reason, which the reseller reads.'],
    ['without a reference', { reference: '\n' }, 'Please type a reference.'],
    [
      'with a text that cannot be stored',
      { reason: 'a\0b' },
      'Please type a reason, which the reseller reads.',
    ],
  ])('is an order, by a request %s', async (_, wrong, sentence) => {
    const { orderId } = await acceptedOrder(shop, account);
    const before = await entries();
    await expect(reversals.reverse(orderId, { ...asked('1'), ...wrong })).rejects.toThrow(sentence);
    expect(await entries()).toEqual(before);
  });

  it('is an order of an account that cannot hold that much', async () => {
    const { orderId } = await acceptedOrder(shop, account);
    const most = { actor: 'test', reference: 'most' };
    await shop.service(BalanceService).deposit(account.id, '99999999999999999900', most);
    await expect(reversals.reverse(orderId, asked('5'))).rejects.toThrow(
      'The account cannot hold that much.',
    );
    expect((await reversals.reverse(orderId, asked('4.99999999'))).reversal).toMatchObject({
      balance: '99999999999999999999.99999999',
    });
  });
});
