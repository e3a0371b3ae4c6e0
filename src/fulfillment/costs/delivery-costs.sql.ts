import { REACHED_PURCHASE } from './reached-purchase.sql.js';

/**
 * The SQL that records the cost of an accepted order. $1: account, $2: order, $3: product, $4: quantity. PostgreSQL
 * computes with exact decimals and rounds half up, since no cost is negative.
 */

/**
 * The purchase by the handler that the delivery has reached: handlers before it have refused, and cost nothing. Not one that was
 * still open when the order was closed by hand: other goods were delivered, and its charge is known when it is settled.
 */
const BOUGHT = `
  SELECT attempt.supplier_id, CASE WHEN attempt.cost >= 0 THEN attempt.cost END AS cost
  ${REACHED_PURCHASE} AND attempt.supplier_order_id IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM unneeded_purchases WHERE account_id = $1 AND order_id = $2)`;

/** Null if there are no codes, or if the cost of one of them is unknown. */
const DELIVERED_CODES = `
  SELECT CASE WHEN bool_and(cost IS NOT NULL) THEN sum(cost) END
  FROM stock_codes WHERE account_id = $1 AND order_id = $2`;

const OF_PRODUCT = 'SELECT unit_cost * $4::numeric FROM product_costs WHERE product_id = $3';

/**
 * Inserts the first known cost. One that the column cannot hold is unknown, because no cost may keep an order from being
 * accepted.
 * @param bought rows of supplier_id and cost, one at most.
 */
function record(bought: string): string {
  return `
  WITH bought AS (${bought}), possible AS (
    SELECT 1 AS place, 'supplier' AS source, (SELECT cost FROM bought) AS cost
    UNION ALL SELECT 2, 'codes', (${DELIVERED_CODES})
    UNION ALL SELECT 3, 'product', (${OF_PRODUCT})
  ), rounded AS (
    SELECT place, source, round(cost, 8) AS cost FROM possible
    UNION ALL SELECT 4, 'unknown', NULL
  )
  INSERT INTO order_costs (account_id, order_id, cost, source, supplier_id)
  SELECT $1, $2, cost, source, (SELECT supplier_id FROM bought) FROM rounded
  WHERE cost < 1e20 OR source = 'unknown' ORDER BY place LIMIT 1
  ON CONFLICT (account_id, order_id) DO NOTHING`;
}

export const RECORD_CLOSED = record(BOUGHT);

export const RECORD_AT_ONCE = record(
  'SELECT NULL::integer AS supplier_id, NULL::numeric AS cost WHERE false',
);
