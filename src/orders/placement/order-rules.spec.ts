import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import type { BatchBalances } from '../../account/ledger/batch-balances.js';
import { BatchBooks } from '../../account/ledger/batch-books.js';
import type { OrderChecks, RunInBatch } from '../checks/order-checks.js';
import type { OrderRule, OrderWay } from './order-rule.js';
import { OrderRules } from './order-rules.js';
import type { RequestedOrder } from './requested-order.js';

const PLAIN = {
  ...{ accountId: 2, orderId: 'ID_1', total: '5', rehearsal: false, fields: {} },
  ...{ quantity: '1', unitPrice: '5' },
};
const order = (parts: object = {}): RequestedOrder =>
  ({ ...PLAIN, ...parts }) as unknown as RequestedOrder;
const by = (parts: object = {}): Principal =>
  ({ accountId: 2, cappedFamily: null, webhook: null, ...parts }) as unknown as Principal;
const CAPPED = { cappedFamily: 7 };
const WARNED = { webhook: { balanceLow: '10' } };

/** The rules, and what they have asked for. */
function rules({
  isChecked = false,
  inBatch = true,
  spendable = '17',
}: { isChecked?: boolean; inBatch?: boolean | RunInBatch; spendable?: string } = {}) {
  const asked: string[] = [];
  const note =
    <T>(name: string, answer?: T) =>
    () => {
      asked.push(name);
      return Promise.resolve(answer);
    };
  const account = { accountId: 2, isHalted: false, spendable };
  const books = new BatchBooks([account], [{ family: 7, cap: '9', spent: '0' }]);
  const balances = {
    open: note('open', books),
    read: note('read', books),
    post: note('post'),
  };
  const checks = {
    exist: isChecked,
    concern: () => isChecked,
    inBatch: () => inBatch,
    run: note('checks', 12),
    namesFor: () => ['stock'],
  };
  const made = new OrderRules(
    balances as unknown as BatchBalances,
    checks as unknown as OrderChecks,
  );
  return { asked, books, made };
}
const MANAGER = {} as EntityManager;
const runChecks: RunInBatch = () => Promise.resolve();

it.each<[string, object, object, OrderWay]>([
  ['an order that is charged', {}, {}, 'statement'],
  ['one that is free', { total: '0.00' }, {}, 'batch'],
  ['a test order', { rehearsal: true }, {}, 'batch'],
  ['one under a spend cap', {}, CAPPED, 'batch'],
  ['one with a warning of a low balance', {}, WARNED, 'batch'],
  ['one whose webhook warns of nothing', {}, { webhook: { balanceLow: null } }, 'statement'],
])('the rules of %s allow: %j %j %s', (_, parts, principal, way) => {
  expect(rules().made.wayOf(order(parts), by(principal))).toBe(way);
});

it.each<[string, object, boolean | RunInBatch, OrderWay]>([
  ['checks concern, which follow the statement', {}, runChecks, runChecks],
  ['checks concern, but that is free', { total: '0' }, runChecks, 'alone'],
  ['no check concerns', {}, true, 'statement'],
  ['a check cannot say whether it concerns it', {}, false, 'alone'],
])('the way of an order that %s', (_, parts, inBatch, expected) => {
  const { made } = rules({ isChecked: true, inBatch });
  expect(made.wayOf(order(parts), by())).toBe(expected);
});

it('a batch refuses an order by what those before it have left, and takes back what it noted of it', () => {
  const { books, made } = rules();
  const capped = by(CAPPED);
  const orders = [
    { order: order({ orderId: 'ID_1' }), principal: capped },
    { order: order({ orderId: 'ID_2' }), principal: capped },
    { order: order({ orderId: 'ID_3' }), principal: by(WARNED) },
    { order: order({ orderId: 'ID_4' }), principal: by() },
    { order: order({ orderId: 'ID_5' }), principal: by() },
    { order: order({ orderId: 'ID_6', rehearsal: true }), principal: by() },
  ];
  const refusals = made.refusalsIn(books, orders);
  expect([...refusals].map(([id, { wire }]) => [id, wire.code])).toEqual([
    ['ID_2', 119],
    ['ID_5', 100],
  ]);
  expect(books.charges.map(({ orderId }) => orderId)).toEqual(['ID_1', 'ID_3', 'ID_4']);
  expect(books.spent).toEqual([{ family: 7, amount: '5' }]);
  expect(books.warnings.map(({ event }) => event.data.balance)).toEqual(['7']);
});

it('a single order is enforced by the books, and then by checks', async () => {
  const { asked, books, made } = rules({ isChecked: true });
  expect(await made.assert(MANAGER, order(), by(CAPPED))).toBe(12);
  expect(asked).toEqual(['open', 'post', 'checks']);
  expect(books.spent).toEqual([{ family: 7, amount: '5' }]);
});

it.each<[string, string, number]>([
  ['that is not covered', '4.99', 100],
  ['beyond the cap', '17', 119],
])(
  'a single order %s is neither charged nor checked, and a quote says so',
  async (_, spendable, code) => {
    const { asked, made } = rules({ isChecked: true, spendable });
    const asks = [order({ total: '9.01' }), by(CAPPED)] as const;
    await expect(made.assert(MANAGER, ...asks)).rejects.toMatchObject({ wire: { code } });
    await expect(made.preview(...asks)).rejects.toMatchObject({ wire: { code } });
    expect(asked).toEqual(['open', 'read']);
  },
);

it('a quote shows what can be spent before the order', async () => {
  const { asked, made } = rules({ isChecked: true });
  expect(await made.preview(order(), by(CAPPED))).toEqual({
    spendable: '17',
    unchecked: ['stock'],
  });
  expect(asked).toEqual(['read']);
});

it('a rule that lacks a part does not compile', () => {
  const concerns = () => true;
  const way = () => 'batch' as const;
  const enforce = () => undefined;
  // @ts-expect-error By which way its orders may be placed is missing.
  const unstated: OrderRule = { concerns, enforce };
  const whole: OrderRule = { concerns, way, enforce };
  expect([unstated, whole]).toHaveLength(2);
});
