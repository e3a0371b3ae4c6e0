import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import type { BalanceService } from '../../account/ledger/balance.service.js';
import type { OrderChecks, RunInBatch } from '../checks/order-checks.js';
import type { OrderRule } from './order-rule.js';
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

it.each<[string, object, object, boolean]>([
  ['an order that is charged', {}, {}, true],
  ['one that is free', { total: '0.00' }, {}, false],
  ['a test order', { rehearsal: true }, {}, false],
  ['one under a spend cap', {}, CAPPED, false],
  ['one with a warning of a low balance', {}, WARNED, false],
  ['one of an account whose webhook warns of nothing', {}, { webhook: { balanceLow: null } }, true],
])('the statement enforces the rules of %s: %j %j %s', (_, parts, principal, isSo) => {
  expect(rules().made.areInStatement(order(parts), by(principal))).toBe(isSo);
});

it.each<[object, boolean]>([
  [{}, true],
  [CAPPED, false],
  [WARNED, false],
  [{ webhook: { balanceLow: null } }, true],
])('for a caller with %j the statement may do: %s', (principal, isSo) => {
  expect(rules({ isChecked: true }).made.mayBeInStatement(by(principal))).toBe(isSo);
});

it.each<[string, object, boolean | RunInBatch, boolean | RunInBatch]>([
  ['checks concern, which follow the statement', {}, runChecks, runChecks],
  ['checks concern, but that is free', { total: '0' }, runChecks, false],
  ['no check concerns', {}, true, true],
  ['a check cannot say whether it concerns it', {}, false, false],
])('the statement places an order that %s', (_, parts, inBatch, expected) => {
  const { made } = rules({ isChecked: true, inBatch });
  expect(made.areInStatement(order(parts), by())).toBe(expected);
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
  const inStatement = 'never';
  const assert = () => Promise.resolve(undefined);
  const preview = () => Promise.resolve({});
  // @ts-expect-error What the single statement makes of it is missing.
  const unstated: OrderRule = { concerns, assert, preview };
  // @ts-expect-error So is what a quote says.
  const unquoted: OrderRule = { concerns, inStatement, assert };
  const whole: OrderRule = { concerns, inStatement, assert, preview };
  expect([unstated, unquoted, whole]).toHaveLength(3);
});
