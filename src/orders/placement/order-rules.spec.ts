import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import type { BalanceService } from '../../account/ledger/balance.service.js';
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
}: { isChecked?: boolean; inBatch?: boolean | RunInBatch } = {}) {
  const asked: string[] = [];
  const note =
    <T>(name: string, answer?: T) =>
    () => {
      asked.push(name);
      return Promise.resolve(answer);
    };
  const balances = {
    debit: note('debit'),
    assertChargeable: note('chargeable', '90'),
    of: note('balance', { spendable: '100' }),
    countSpending: note('count'),
    assertWithinCap: note('within cap'),
    warnIfLow: note('warn'),
    lock: note('lock'),
  };
  const checks = {
    exist: isChecked,
    concern: () => isChecked,
    inBatch: () => inBatch,
    run: note('checks', 12),
    namesFor: () => ['stock'],
  };
  const made = new OrderRules(
    balances as unknown as BalanceService,
    checks as unknown as OrderChecks,
  );
  return { asked, made };
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
  const { made } = rules();
  const account = { accountId: 2, isHalted: false, spendable: '17' };
  const books = new BatchBooks([account], [{ family: 7, cap: '9', spent: '0' }]);
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
  expect(books.warnings.map(({ spendable }) => spendable)).toEqual(['7']);
});

it.each<[object, object, string[]]>([
  [{}, {}, ['debit', 'checks']],
  [{}, { ...CAPPED, ...WARNED }, ['debit', 'count', 'warn', 'checks']],
  // Nothing has locked the row of the account yet.
  [{ total: '0' }, { ...CAPPED, ...WARNED }, ['debit', 'lock', 'checks']],
  [{ rehearsal: true }, { ...CAPPED, ...WARNED }, ['lock', 'checks']],
])('%j by %j is enforced by %j', async (parts, principal, steps) => {
  const { made, asked } = rules({ isChecked: true });
  expect(await made.assert(MANAGER, order(parts), by(principal))).toBe(12);
  expect(asked).toEqual(steps);
});

it.each<[object, object, string[], string]>([
  [{}, CAPPED, ['chargeable', 'within cap'], '90'],
  [{ rehearsal: true }, CAPPED, ['balance'], '100'],
])('a quote of %j by %j asks %j and shows %s USD', async (parts, principal, steps, spendable) => {
  const { made, asked } = rules({ isChecked: true });
  const said = await made.preview(order(parts), by(principal));
  expect(said).toEqual({ spendable, unchecked: ['stock'] });
  expect(asked).toEqual(steps);
});

it('a rule that lacks a part does not compile', () => {
  const concerns = () => true;
  const way = () => 'batch' as const;
  const inBatch = 'never';
  const assert = () => Promise.resolve(undefined);
  const preview = () => Promise.resolve({});
  // @ts-expect-error By which way its orders may be placed is missing.
  const unstated: OrderRule = { concerns, assert, inBatch, preview };
  // @ts-expect-error So is what a quote says.
  const unquoted: OrderRule = { concerns, way, assert, inBatch };
  const whole: OrderRule = { concerns, way, assert, inBatch, preview };
  expect([unstated, unquoted, whole]).toHaveLength(3);
});
