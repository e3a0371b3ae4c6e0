/** The checks of `souk doctor` that look for orders which break a rule. */
export type OrderCheck = 'charges' | 'ledger orders' | 'order keys';

/** A rule that every order keeps with its ledger entries and its idempotency key. */
interface OrderRule {
  readonly check: OrderCheck;
  /** Describes an order that breaks the rule. */
  readonly fault: string;
  /** SQL on a row of orders `placed`, all null for entries without an order, and the sums `money` of its entries. */
  readonly isBroken: string;
}

const DEBITED = 'coalesce(money.debited, 0)';
const REFUNDED = 'coalesce(money.refunded, 0)';

const RULES: readonly OrderRule[] = [
  {
    check: 'ledger orders',
    fault: 'is in the ledger, but is no order',
    isBroken: 'placed.order_id IS NULL',
  },
  {
    check: 'charges',
    fault: 'is a rehearsal, but moved money',
    isBroken: `placed.rehearsal AND (${DEBITED} <> 0 OR ${REFUNDED} <> 0)`,
  },
  {
    check: 'charges',
    fault: 'is not charged once',
    isBroken: `NOT placed.rehearsal AND ${DEBITED} <> -placed.total`,
  },
  {
    check: 'charges',
    fault: 'is rejected, but not refunded once',
    isBroken: `NOT placed.rehearsal AND placed.status = 'reject' AND ${REFUNDED} <> placed.total`,
  },
  {
    check: 'charges',
    fault: 'is refunded, but not rejected',
    isBroken: `NOT placed.rehearsal AND placed.status <> 'reject' AND ${REFUNDED} <> 0`,
  },
  {
    check: 'order keys',
    fault: 'has lost its key',
    isBroken: `placed.order_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM order_keys key
      WHERE key.account_id = placed.account_id AND key.order_uuid = placed.order_uuid
        AND key.order_id = placed.order_id)`,
  },
];

/** SQL for the sums of the ledger entries of an order; null without entries. */
export const ORDER_SUMS = `
  sum(amount) FILTER (WHERE kind = 'debit') AS debited,
  sum(amount) FILTER (WHERE kind = 'refund') AS refunded`;

/** SQL for the fault of the first rule that `placed` breaks; null if it breaks none. */
export const FIRST_FAULT = `
  CASE ${RULES.map(({ isBroken, fault }) => `WHEN ${isBroken} THEN '${fault}'`).join('\n')} END`;

/** SQL for a row `what` for each order of the shop that breaks a rule of the check. */
export function ordersThatBreak(check: OrderCheck): string {
  const broken = RULES.filter((rule) => rule.check === check).map(({ isBroken }) => isBroken);
  return `
    SELECT 'order ' || coalesce(placed.order_id, money.order_id) AS what
    FROM (
      SELECT account_id, order_id, ${ORDER_SUMS} FROM ledger_entries
      WHERE order_id IS NOT NULL GROUP BY account_id, order_id) money
    FULL JOIN orders placed
      ON placed.account_id = money.account_id AND placed.order_id = money.order_id
    WHERE ${broken.join(' OR ')}`;
}
