/** The checks of `souk doctor` that look for orders which break a rule. */
export type ConsistencyRule = 'charges' | 'ledger orders' | 'order keys';

const CHARGED = 'NOT placed.rehearsal';
const DEBITED = 'coalesce(money.debited, 0)';
const REFUNDED = 'coalesce(money.refunded, 0)';
const REVERSED = 'coalesce(money.reversed, 0)';

/**
 * The rules that every order keeps with its ledger entries and its idempotency key: the check of doctor, the fault of an
 * order that breaks the rule, and SQL that is true then. The SQL sees a row `placed` of orders, which is all null for
 * entries without an order, and the sums `money` of its ledger entries.
 */
const RULES: readonly (readonly [check: ConsistencyRule, fault: string, isBroken: string])[] = [
  ['ledger orders', 'is in the ledger, but is no order', 'placed.order_id IS NULL'],
  [
    'charges',
    'is a rehearsal, but moved money',
    `placed.rehearsal AND (${DEBITED} <> 0 OR ${REFUNDED} <> 0 OR ${REVERSED} <> 0)`,
  ],
  ['charges', 'is not charged once', `${CHARGED} AND ${DEBITED} <> -placed.total`],
  [
    'charges',
    'is rejected, but not refunded once',
    `${CHARGED} AND placed.status = 'reject' AND ${REFUNDED} <> placed.total`,
  ],
  [
    'charges',
    'is refunded, but not rejected',
    `${CHARGED} AND placed.status <> 'reject' AND ${REFUNDED} <> 0`,
  ],
  [
    'charges',
    'is reversed, but not accepted',
    `${CHARGED} AND placed.status <> 'accept' AND ${REVERSED} <> 0`,
  ],
  ['charges', 'is reversed by more than its total', `${CHARGED} AND ${REVERSED} > placed.total`],
  ['charges', 'names another sum than its reversals', `placed.refunded <> ${REVERSED}`],
  [
    'order keys',
    'has lost its key',
    `placed.order_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM order_keys key
      WHERE key.account_id = placed.account_id AND key.order_uuid = placed.order_uuid
        AND key.order_id = placed.order_id)`,
  ],
];

/** SQL for the sums of the ledger entries of an order; null without entries. */
export const ORDER_SUMS = `
  sum(amount) FILTER (WHERE kind = 'debit') AS debited,
  sum(amount) FILTER (WHERE kind = 'refund') AS refunded,
  sum(amount) FILTER (WHERE kind = 'reversal') AS reversed`;

/** SQL for the fault of the first rule that `placed` breaks; null if it breaks none. */
export const FIRST_FAULT = `
  CASE ${RULES.map(([, fault, isBroken]) => `WHEN ${isBroken} THEN '${fault}'`).join('\n')} END`;

/** SQL for a row `what` for each order of the shop that breaks a rule of the check. */
export function ordersThatBreak(check: ConsistencyRule): string {
  const broken = RULES.filter(([of]) => of === check).map(([, , isBroken]) => isBroken);
  return `
    SELECT 'order ' || coalesce(placed.order_id, money.order_id) AS what
    FROM (
      SELECT account_id, order_id, ${ORDER_SUMS} FROM ledger_entries
      WHERE order_id IS NOT NULL GROUP BY account_id, order_id) money
    FULL JOIN orders placed
      ON placed.account_id = money.account_id AND placed.order_id = money.order_id
    WHERE ${broken.join(' OR ')}`;
}
