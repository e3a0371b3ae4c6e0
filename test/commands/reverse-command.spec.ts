import { randomUUID } from 'node:crypto';
import { souk, soukJson } from '../support/command-line.js';
import { invariantsFromNow } from '../support/invariants.js';
import { acceptedOrder } from '../support/reversals.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
let orderId: string;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
  ({ orderId } = await acceptedOrder(shop, account));
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

const run = (...words: string[]) => souk(shop, 'order', 'reverse', orderId, ...words);
const why = (reference: string = randomUUID()) => ['--reason', 'it broke', '--ref', reference];

interface Audited {
  readonly outcome: string;
  readonly details: object;
  readonly before: object | null;
  readonly after: object | null;
}

/** The audit entries of the commands of the test, the newest first. */
const audited = () =>
  shop.db.query<Audited>(
    `SELECT outcome, details, before, after FROM audit_entries
     WHERE action = 'order reverse' AND details ->> 'order' = $1 ORDER BY id DESC`,
    [orderId],
  );

describe('souk order reverse', () => {
  it('pays a part back, and says what went back in all', async () => {
    const words = ['order', 'reverse', orderId, '--amount', '+1.50', ...why('case-1')];
    expect(await soukJson(shop, ...words)).toMatchObject({
      ...{ order_id: orderId, account_id: account.id, total: '5', amount: '1.5', refunded: '1.5' },
      ...{ balance: '6.5', reference: 'case-1', reason: 'it broke' },
    });
    expect(await soukJson(shop, 'order', 'show', orderId)).toMatchObject({
      ...{ status: 'accept', refunded: '1.5' },
      charged: '5 USD, of which 1.5 USD went back',
    });
    expect(await audited()).toEqual([
      {
        outcome: 'done',
        details: { order: orderId, amount: '1.50', reason: 'it broke', reference: 'case-1' },
        before: { refunded: '0', balance: '5' },
        after: { refunded: '1.5', balance: '6.5' },
      },
    ]);
  });

  it('prints the same when it is run twice, and pays once', async () => {
    const first = await run('--all', ...why('case-1'));
    const again = await run('--all', ...why('case-1'));
    expect([first.code, first.err]).toEqual([0, '']);
    expect([again.code, again.out]).toEqual([0, first.out]);
    expect(await soukJson(shop, 'balance', 'show', String(account.id))).toMatchObject({
      balance: '10',
    });
    expect(await audited()).toMatchObject([
      { outcome: 'done', before: { refunded: '5' }, after: { refunded: '5' } },
      { outcome: 'done', before: { refunded: '0' }, after: { refunded: '5' } },
    ]);
  });

  it('is refused in one sentence, which the audit has, too', async () => {
    const { code, out, err } = await run('--amount', '5.1', ...why());
    const sentence = 'Only 5 USD of the order can still be paid back.';
    expect([code, out, err]).toEqual([1, '', `${sentence}\n`]);
    expect(await audited()).toMatchObject([
      { outcome: `failed: ${sentence}`, before: null, after: null },
    ]);
  });

  it.each([
    ['both', ['--amount', '1', '--all']],
    ['neither', []],
  ])('wants an amount or all: %s', async (_, words) => {
    const { code, err } = await run(...words, ...why());
    expect([code, err]).toEqual([
      1,
      'Please say either an amount in USD, or that all of it is paid back. Say --amount or --all.\n',
    ]);
  });

  it('wants a reason and a reference', async () => {
    expect((await run('--all', '--reason', 'it broke')).err).toBe('Please type a reference.\n');
    expect((await run('--all', '--ref', 'case-1')).code).toBe(2);
    expect((await run('--all', '--reason', 'it broke', '--ref', ' ')).code).toBe(2);
  });
});
