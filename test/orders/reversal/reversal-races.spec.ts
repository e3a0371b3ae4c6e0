import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { LedgerVerificationService } from '../../../src/account/ledger/ledger-verification.service.js';
import { isOperatorError, TemporarilyUnavailableError } from '../../../src/common/app-error.js';
import { translateDatabaseError } from '../../../src/database/database-errors.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import {
  type ReversalRequest,
  type ReversedOrder,
} from '../../../src/orders/reversal/order-reversal.service.js';
import { Instance } from '../../support/instance.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { asked, REQUEST, reversalsOf } from '../../support/reversals.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

const CALLS = 64;

let shop: TestShop;
let faults: () => Promise<string[]>;
let other: Instance;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  // A shop of its own: what two servers of the shop do at the same time is the promise.
  other = await Instance.beside(shop);
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
  await other.close();
});

/** An account with money, which all orders of a test share. */
let account: TestAccount;
beforeEach(async () => {
  account = await shop.account({ balance: '1000000' });
});
afterEach(async () => {
  const verdict = await shop.service(LedgerVerificationService).verify({ accountId: account.id });
  expect(verdict).toMatchObject({ accounts: 1, faults: [] });
});

/** An accepted order. */
async function accepted(price: string): Promise<string> {
  const product = await shop.product({ price });
  const answer = await until(async () => {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    const { json } = await account.api(path);
    return (json as { data?: { order_id: string } }).data;
  });
  await shop.service(OrderCloseService).accept(answer.order_id, { actor: 'test' });
  return answer.order_id;
}

/**
 * Reverses on one of the instances, again while a busy server is unavailable, as every caller must.
 * @returns the sentence of a refusal
 */
function reverse(
  orderId: string,
  request: ReversalRequest,
  index = 0,
): Promise<ReversedOrder | string> {
  const reversals = reversalsOf(index % 2 === 0 ? shop : other);
  return until(() =>
    reversals.reverse(orderId, request).catch((error: unknown) => {
      const told = translateDatabaseError(error) ?? error;
      if (told instanceof TemporarilyUnavailableError) return undefined;
      if (isOperatorError(error)) return error.message;
      throw error;
    }),
  );
}

/** What reversals have paid back of an order, by the ledger. */
async function paidBack(orderId: string): Promise<readonly string[]> {
  const found = await shop.db.query<{ amount: string }>(
    `SELECT trim_scale(amount)::text AS amount FROM ledger_entries
     WHERE order_id = $1 AND kind = 'reversal' ORDER BY sequence`,
    [orderId],
  );
  return found.map(({ amount }) => amount);
}

const many = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLS }, (_, index) => call(index)));

describe('reversals at the same time, on two instances', () => {
  it('are one entry under one reference, and all get the same answer', async () => {
    const orderId = await accepted('5');
    const answers = await many((index) => reverse(orderId, asked('2', 'case-1'), index));

    expect(await paidBack(orderId)).toEqual(['2']);
    const told = answers.map((one) => (typeof one === 'string' ? one : one.reversal));
    for (const one of told) expect(one).toEqual(told[0]);
    expect(told[0]).toMatchObject({ amount: '2', refunded: '2' });
  });

  it('are one entry under one reference that asks for all', async () => {
    const orderId = await accepted('5');
    const all = { ...REQUEST, all: true, reference: 'case-2' } as const;
    await many((index) => reverse(orderId, all, index));
    expect(await paidBack(orderId)).toEqual(['5']);
  });

  it('never pay more than the total back under 64 references', async () => {
    // 0.13 × 64 is more than twice the total.
    const orderId = await accepted('4');
    const answers = await many((index) => reverse(orderId, asked('0.13'), index));

    const refused = answers.filter((one) => typeof one === 'string');
    expect(await paidBack(orderId)).toEqual(Array.from({ length: 30 }, () => '0.13'));
    expect(refused).toHaveLength(CALLS - 30);
    expect(new Set(refused)).toEqual(
      new Set(['Only 0.1 USD of the order can still be paid back.']),
    );
  });

  it('pay the rest back once, whoever of 64 asks for all', async () => {
    const orderId = await accepted('4');
    await many((index) =>
      reverse(orderId, { ...REQUEST, all: true, reference: `all-${index}` }, index),
    );
    expect(await paidBack(orderId)).toEqual(['4']);
  });

  it('are one entry when one reference is used for many orders, and for deposits', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => accepted('1')));
    const balances = other.service(BalanceService);
    const deposit = () =>
      balances
        .deposit(account.id, '1', { actor: 'test', reference: 'case-3' })
        .catch((error: unknown) => {
          if (!isOperatorError(error)) throw error;
        });
    await Promise.all([
      ...[...orders, ...orders].map((id, index) => reverse(id, asked('1', 'case-3'), index)),
      ...[deposit(), deposit()],
    ]);
    const found = await shop.db.query(
      "SELECT FROM ledger_entries WHERE account_id = $1 AND reference = 'case-3'",
      [account.id],
    );
    expect(found).toHaveLength(1);
  });

  it('pay what a model says, for any amounts, down to the last digit', async () => {
    const units = fc.integer({ min: 1, max: 60_000_000 });
    const decimal = (amount: number): string => (amount / 1e8).toFixed(8);
    await fc.assert(
      fc.asyncProperty(units, fc.array(units, { maxLength: 6 }), async (total, amounts) => {
        const orderId = await accepted(decimal(total));
        await Promise.all(amounts.map((one, n) => reverse(orderId, asked(decimal(one)), n)));
        const paid = await paidBack(orderId);
        const sum = paid.map((one) => Math.round(Number(one) * 1e8));
        const left = total - sum.reduce((one, other) => one + other, 0);
        expect(left).toBeGreaterThanOrEqual(0);
        // Whatever was refused did not fit, in whatever order they came; each that was paid was asked for.
        const rest = [...amounts];
        for (const one of sum) rest.splice(rest.indexOf(one), 1);
        expect(rest).toHaveLength(amounts.length - sum.length);
        for (const one of rest) expect(one).toBeGreaterThan(left);
        const [order] = await shop.db.query<{ refunded: string }>(
          'SELECT (refunded * 100000000)::bigint::text AS refunded FROM orders WHERE order_id = $1',
          [orderId],
        );
        expect(Number(order?.refunded)).toBe(total - left);
      }),
      { numRuns: 25 },
    );
  });
});
