import type { TestDatabase } from './test-database.js';

/** Statements that find what must never be; each names what it found. */
const FAULTS = {
  'balance is not the sum of the entries': `
    SELECT id FROM accounts WHERE balance <>
      coalesce((SELECT sum(amount) FROM ledger_entries WHERE account_id = accounts.id), 0)`,
  'sequence has a gap': `
    SELECT account_id FROM ledger_entries GROUP BY account_id
    HAVING min(sequence) <> 1 OR max(sequence) <> count(*)`,
  'balance_after is not the running sum': `
    SELECT * FROM (SELECT *, sum(amount) OVER (PARTITION BY account_id ORDER BY sequence) AS running
                   FROM ledger_entries) entry WHERE balance_after <> running`,
  'an order has no debit of its total': `
    SELECT order_id FROM orders WHERE total > 0 AND NOT rehearsal AND NOT EXISTS (
      SELECT FROM ledger_entries entry WHERE entry.account_id = orders.account_id
        AND entry.order_id = orders.order_id AND kind = 'debit' AND amount = -total)`,
  'a debit or refund has no order': `
    SELECT order_id FROM ledger_entries entry WHERE order_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM orders WHERE account_id = entry.account_id AND order_id = entry.order_id)`,
  'refunds do not match the rejected orders': `
    SELECT order_id FROM orders WHERE total > 0 AND NOT rehearsal AND (status = 'reject') <> EXISTS (
      SELECT FROM ledger_entries entry WHERE entry.account_id = orders.account_id
        AND entry.order_id = orders.order_id AND kind = 'refund' AND amount = total)`,
  'a code was sold without an accepted order': `
    SELECT order_id FROM stock_codes code WHERE order_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM orders WHERE account_id = code.account_id AND order_id = code.order_id
        AND status = 'accept')`,
  'a rehearsal moved money': `
    SELECT order_id FROM orders JOIN ledger_entries USING (account_id, order_id) WHERE rehearsal`,
  'a key has no order, or an order no key': `
    SELECT key.order_id AS keyed, orders.order_id AS ordered
    FROM (SELECT * FROM order_keys WHERE sealed_at IS NULL) key FULL JOIN orders ON (key.account_id, key.order_uuid, key.order_id)
      = (orders.account_id, orders.order_uuid, orders.order_id)
    WHERE key.order_id IS NULL OR orders.order_id IS NULL`,
} as const;

/** What is wrong with the money and the orders of a database; empty when nothing is. */
export async function invariantFaults(db: TestDatabase): Promise<string[]> {
  const faults: string[] = [];
  for (const [fault, statement] of Object.entries(FAULTS)) {
    if ((await db.query(statement)).length > 0) faults.push(fault);
  }
  return faults;
}
