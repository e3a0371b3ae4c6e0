import type { SalesDimension } from './report-shapes.js';

/**
 * The SQL of the sales report. $1, $2: the period; $3: most rows, the total included. Entries and orders are read account
 * by account, by their indexes on account and time, so hardly any other rows than those of the period are read.
 */

/** OFFSET 0 keeps PostgreSQL from reading the whole table and sorting the rows to their accounts afterwards. */
const MOVED = `
  SELECT entry.* FROM accounts CROSS JOIN LATERAL (
    SELECT account_id, order_id, kind, amount, created_at FROM ledger_entries
    WHERE account_id = accounts.id AND created_at >= $1::timestamptz AND created_at < $2::timestamptz
      AND kind IN ('debit', 'refund', 'reversal') OFFSET 0) entry`;

/** Orders of 0 USD have no ledger entry, but a cost. */
const FREE = `
  SELECT placed.* FROM accounts CROSS JOIN LATERAL (
    SELECT account_id, order_id, product_id, status, created_at FROM orders
    WHERE account_id = accounts.id AND created_at >= $1::timestamptz AND created_at < $2::timestamptz
      AND total = 0 AND NOT rehearsal OFFSET 0) placed`;

/** A debit has the time of its order, since both are written in one transaction. */
const LINES = `
  SELECT moved.created_at, moved.account_id, placed.product_id, placed.status, recorded.supplier_id,
         moved.kind = 'debit' AS is_order, -moved.amount AS sales, recorded.cost
  FROM moved
  LEFT JOIN orders placed USING (account_id, order_id)
  LEFT JOIN order_costs recorded USING (account_id, order_id)
  UNION ALL
  SELECT free.created_at, free.account_id, free.product_id, free.status, recorded.supplier_id,
         true, 0, recorded.cost
  FROM free LEFT JOIN order_costs recorded USING (account_id, order_id)`;

const KEYS: Readonly<Record<SalesDimension, string>> = {
  day: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  product: 'product_id',
  account: 'account_id',
  supplier: 'supplier_id',
};

const NAMES: Readonly<Record<SalesDimension, string>> = {
  day: 'NULL',
  product: '(SELECT name FROM products WHERE id = key)',
  account: '(SELECT name FROM accounts WHERE id = key)',
  supplier: '(SELECT name FROM suppliers WHERE id = key)',
};

/** Days in their order; of all others those that sold most. */
const ORDERS: Readonly<Record<SalesDimension, string>> = {
  day: 'summed.key',
  product: 'summed.sales DESC, summed.key',
  account: 'summed.sales DESC, summed.key',
  supplier: 'summed.sales DESC, summed.key',
};

/** The first row is the total. */
export function salesBy(dimension: SalesDimension): string {
  return `
  WITH moved AS (${MOVED}), free AS (${FREE}), lines AS (
    SELECT ${KEYS[dimension]} AS key, line.* FROM (${LINES}) line
  ), summed AS (
    SELECT key, GROUPING(key) = 1 AS is_total,
      (count(*) FILTER (WHERE is_order))::integer AS orders,
      (count(*) FILTER (WHERE is_order AND status = 'wait'))::integer AS waiting,
      (count(*) FILTER (WHERE is_order AND status = 'accept' AND cost IS NULL))::integer AS unknown_cost,
      coalesce(sum(sales), 0) AS sales,
      coalesce(sum(cost) FILTER (WHERE is_order), 0) AS cost,
      coalesce(sum(sales) FILTER (WHERE cost IS NOT NULL), 0) AS sales_with_cost,
      coalesce(sum(sales) FILTER (WHERE cost IS NULL), 0) AS sales_without_cost
    FROM lines GROUP BY GROUPING SETS ((key), ())
  )
  SELECT key::text AS key, ${NAMES[dimension]} AS name, orders, waiting, sales,
         cost, sales_with_cost - cost AS profit, sales_without_cost AS "salesWithoutCost",
         unknown_cost AS "unknownCost"
  FROM summed ORDER BY is_total DESC, ${ORDERS[dimension]} LIMIT $3`;
}
