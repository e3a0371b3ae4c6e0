import { timeText } from '../common/paging.js';
import type { SalesDimension } from './report-shapes.js';

/** The SQL of the sales report, which is summed part by part of its period. $1, $2: the times of a part; $3: an account, or null for all. */

/**
 * The ledger has no index on time alone, so entries are read account by account. OFFSET 0 keeps PostgreSQL from reading
 * the whole table and sorting the rows to their accounts afterwards.
 */
const MOVED = `
  SELECT entry.* FROM accounts CROSS JOIN LATERAL (
    SELECT account_id, order_id, kind, amount, created_at FROM ledger_entries
    WHERE account_id = accounts.id AND created_at >= $1::timestamptz AND created_at < $2::timestamptz
      AND kind IN ('debit', 'refund', 'reversal') OFFSET 0) entry
  WHERE $3::integer IS NULL OR accounts.id = $3`;

/** The orders of all accounts have an index on this expression. */
const CREATED = `created_at AT TIME ZONE 'UTC'`;

/** Those of one account have an index of their own. @param account where it stands */
const ofAccount = (account: '$3' | '$4'): string =>
  `(${account}::integer IS NULL OR account_id = ${account} AND created_at >= $1::timestamptz AND created_at < $2::timestamptz)`;

/** Orders of 0 USD have no ledger entry, but a cost. */
const FREE = `
  SELECT account_id, order_id, product_id, status, created_at FROM orders
  WHERE ${CREATED} >= $1::timestamptz AT TIME ZONE 'UTC' AND ${CREATED} < $2::timestamptz AT TIME ZONE 'UTC'
    AND ${ofAccount('$3')} AND total = 0 AND NOT rehearsal`;

/** The rows of a table; where one account is asked for, no others are read. */
const ofAsked = (table: 'orders' | 'order_costs'): string =>
  `(SELECT * FROM ${table} WHERE $3::integer IS NULL OR account_id = $3)`;

/** A debit has the time of its order, since both are written in one transaction. */
const LINES = `
  SELECT moved.created_at, moved.account_id, placed.product_id, placed.status, recorded.supplier_id,
         moved.kind = 'debit' AS is_order, -moved.amount AS sales, recorded.cost
  FROM moved
  LEFT JOIN ${ofAsked('orders')} placed USING (account_id, order_id)
  LEFT JOIN ${ofAsked('order_costs')} recorded USING (account_id, order_id)
  UNION ALL
  SELECT free.created_at, free.account_id, free.product_id, free.status, recorded.supplier_id,
         true, 0, recorded.cost
  FROM free LEFT JOIN ${ofAsked('order_costs')} recorded USING (account_id, order_id)`;

const SPAN = 'width_bucket(created_at, $4::timestamptz[])';
const KEYS: Readonly<Record<SalesDimension, string>> = {
  ...{ day: SPAN, week: SPAN, month: SPAN },
  product: 'product_id',
  // Its products are summed, and put together afterwards: orders have no category.
  category: 'product_id',
  account: 'account_id',
  supplier: 'supplier_id',
};

/** The sums of a part by their keys. Days, weeks and months have numbers from 1 on; $4 is when each begins. */
export function salesBy(dimension: SalesDimension): string {
  return `
  WITH moved AS (${MOVED}), free AS (${FREE}), lines AS (
    SELECT (${KEYS[dimension]})::text AS key, line.* FROM (${LINES}) line
  )
  SELECT key,
         (count(*) FILTER (WHERE is_order))::integer AS orders,
         (count(*) FILTER (WHERE is_order AND status = 'wait'))::integer AS waiting,
         (count(*) FILTER (WHERE cost IS NOT NULL))::integer AS "knownCost",
         (count(*) FILTER (WHERE is_order AND status = 'accept' AND cost IS NULL))::integer
           AS "unknownCost",
         coalesce(sum(sales), 0) AS sales,
         coalesce(sum(cost) FILTER (WHERE is_order), 0) AS cost,
         coalesce(sum(sales) FILTER (WHERE cost IS NOT NULL), 0) AS "salesWithCost",
         coalesce(sum(sales) FILTER (WHERE cost IS NULL), 0) AS "salesWithoutCost"
  FROM lines GROUP BY key`;
}

/**
 * Purchases of the period that were delivered for nothing. $1, $2: the times of the period. One that stands in the cost of its
 * order, which was accepted by hand after the supplier had told its charge, is not counted once more.
 */
export const UNNEEDED = `
  SELECT count(*)::integer AS purchases,
         coalesce(sum(attempt.cost) FILTER (WHERE attempt.cost >= 0), 0) AS cost,
         (count(*) FILTER (WHERE coalesce(attempt.cost, -1) < 0))::integer AS "unknownCost"
  FROM unneeded_purchases bought
  JOIN supplier_attempts attempt USING (account_id, order_id, supplier_id, supplier_product)
  WHERE bought.bought AND settled_at >= $1::timestamptz AND settled_at < $2::timestamptz
    AND ($3::integer IS NULL OR bought.account_id = $3)
    AND NOT EXISTS (
      SELECT FROM order_costs recorded
      WHERE recorded.account_id = attempt.account_id AND recorded.order_id = attempt.order_id
        AND recorded.source = 'supplier' AND recorded.supplier_id = attempt.supplier_id)`;

/** The time of the order with which a part ends: the $3-th one behind its beginning, of the account $4 if it is not null. There is none at the end. */
export const END_OF_PART = `
  SELECT ${timeText('created_at')} AS end FROM orders
  WHERE ${CREATED} > $1::timestamptz AT TIME ZONE 'UTC' AND ${CREATED} < $2::timestamptz AT TIME ZONE 'UTC'
    AND ${ofAccount('$4')}
  ORDER BY ${CREATED} OFFSET $3 LIMIT 1`;

/** The categories of the products in $1. */
export const CATEGORIES_OF = `
  SELECT id::text AS product, category_id::text AS category FROM products WHERE id = ANY ($1::integer[])`;

const NAMED: Readonly<Partial<Record<SalesDimension, string>>> = {
  product: 'products',
  category: 'categories',
  account: 'accounts',
  supplier: 'suppliers',
};

/** The names of the ids in $1; undefined for what has no name. */
export function namesOf(dimension: SalesDimension): string | undefined {
  const table = NAMED[dimension];
  return table && `SELECT id::text AS key, name FROM ${table} WHERE id = ANY ($1::integer[])`;
}
