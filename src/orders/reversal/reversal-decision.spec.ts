import fc from 'fast-check';
import {
  reversalDecision,
  type AskedAmount,
  type EarlierMovement,
  type ReversibleOrder,
} from './reversal-decision.js';

const ORDER: ReversibleOrder = {
  accountId: 7,
  orderId: 'ID_1',
  status: 'accept',
  rehearsal: false,
  total: '5.00000000',
  refunded: '0.00000000',
};
const ALL: AskedAmount = { all: true };
const usd = (amount: string): AskedAmount => ({ amount });

/** An entry of the order itself under the reference. */
const paid = (amount: string, refunded = amount): EarlierMovement => ({
  kind: 'reversal',
  amount,
  orderId: 'ID_1',
  refunded,
});

const decided = (
  order: Partial<ReversibleOrder>,
  asked: AskedAmount,
  earlier?: EarlierMovement,
): string => {
  const decision = reversalDecision({ ...ORDER, ...order }, asked, 'r-1', earlier);
  if (decision.kind === 'repeat') return 'repeat';
  return decision.kind === 'pay' ? `pay ${decision.amount}` : decision.sentence[0];
};

const IN_FULL = 'The order is paid back in full already.';
const LEFT = 'Only 1.5 USD of the order can still be paid back.';
const USED = 'The reference r-1 was used on this account before, for 2 USD. Nothing was changed.';
const WAITS = 'The order still waits: reject it, and all of it is paid back.';
const REJECTED = 'The order was rejected, and its money went back then.';
const TEST_ORDER = 'This is a test order: it moved no money.';

describe('a reversal under a new reference', () => {
  it.each([
    ['a part', {}, usd('2'), 'pay 2'],
    ['a part in another spelling', {}, usd('2.50'), 'pay 2.5'],
    ['the least amount', {}, usd('0.00000001'), 'pay 0.00000001'],
    ['the whole', {}, usd('5'), 'pay 5'],
    ['all', {}, ALL, 'pay 5'],
    ['all that is left', { refunded: '3.50000000' }, ALL, 'pay 1.5'],
    ['exactly what is left', { refunded: '3.5' }, usd('1.5'), 'pay 1.5'],
    ['more than is left', { refunded: '3.5' }, usd('1.50000001'), LEFT],
    ['all when nothing is left', { refunded: '5' }, ALL, IN_FULL],
    ['a part when nothing is left', { refunded: '5' }, usd('0.00000001'), IN_FULL],
    [
      'an order that cost nothing',
      { total: '0.00000000' },
      ALL,
      'The order cost nothing, so there is nothing to pay back.',
    ],
    ['a waiting order', { status: 'wait' }, ALL, WAITS],
    ['a rejected order', { status: 'reject' }, ALL, REJECTED],
    ['a test order', { rehearsal: true }, ALL, TEST_ORDER],
    ['a test order that waits', { rehearsal: true, status: 'wait' }, usd('1'), TEST_ORDER],
    ['a test order that is rejected', { rehearsal: true, status: 'reject' }, ALL, TEST_ORDER],
  ] as const)('of %s', (_, order, asked, expected) => {
    expect(decided(order, asked)).toBe(expected);
  });
});

describe('a reversal under a known reference', () => {
  it.each([
    ['the same amount', usd('2'), paid('2.00000000'), 'repeat'],
    ['the same amount, when all is paid back by now', usd('2'), paid('2'), 'repeat'],
    ['another amount', usd('2.00000001'), paid('2'), USED],
    ['all, as it was all', ALL, paid('2', '5.00000000'), 'repeat'],
    ['all, but it was a part', ALL, paid('2', '4.99999999'), USED],
    ['the amount that all was then', usd('2'), paid('2', '5'), 'repeat'],
    ['the same amount of another order', usd('2'), { ...paid('2'), orderId: 'ID_2' }, USED],
    ['all of another order', ALL, { ...paid('2', '5'), orderId: 'ID_2' }, USED],
    ['a deposit', usd('2'), { kind: 'deposit', amount: '2', orderId: null, refunded: null }, USED],
    ['a deposit, and all', ALL, { ...paid('2'), kind: 'deposit', refunded: null }, USED],
    ['an adjustment of the order', usd('2'), { ...paid('2'), kind: 'adjustment' }, USED],
  ] as const)('of %s', (_, asked, earlier, expected) => {
    expect(decided({ refunded: '5' }, asked, earlier)).toBe(expected);
  });

  it('is refused for the state of the order all the same', () => {
    expect(decided({ status: 'wait' }, usd('2'), paid('2'))).toBe(WAITS);
    expect(decided({ rehearsal: true }, usd('2'), paid('2'))).toBe(TEST_ORDER);
  });
});

const SCALE = 10n ** 8n;
const text = (units: bigint): string =>
  `${units / SCALE}.${(units % SCALE).toString().padStart(8, '0')}`;
const units = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(8, '0'));
};

it('pays any sequence of amounts as long as the total covers it, to the last digit', () => {
  const total = fc.bigInt({ min: 1n, max: 10n ** 28n - 1n });
  const sequences = total.chain((most) =>
    fc.tuple(
      fc.constant(most),
      // Often close to what is left in the end, and now and then all.
      fc.array(fc.option(fc.bigInt({ min: 1n, max: most / 2n + 1n }), { freq: 8 }), {
        maxLength: 8,
      }),
    ),
  );
  fc.assert(
    fc.property(sequences, ([most, asked]) => {
      let refunded = 0n;
      for (const amount of asked) {
        const left = most - refunded;
        const order = { ...ORDER, total: text(most), refunded: text(refunded) };
        const request = amount === null ? ALL : usd(text(amount));
        const decision = reversalDecision(order, request, 'r', undefined);
        const isPaid = left > 0n && (amount ?? left) <= left;
        expect(decision.kind).toBe(isPaid ? 'pay' : 'refuse');
        if (decision.kind === 'pay') {
          expect(units(decision.amount)).toBe(amount ?? left);
          refunded += units(decision.amount);
        }
      }
      expect(refunded).toBeLessThanOrEqual(most);
    }),
    { numRuns: 1_000 },
  );
});
