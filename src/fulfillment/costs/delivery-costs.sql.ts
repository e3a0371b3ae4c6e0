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
const deliveredCodes = (account: string, order: string): string => `
  SELECT CASE WHEN bool_and(cost IS NOT NULL) THEN sum(cost) END
  FROM stock_codes WHERE account_id = ${account} AND order_id = ${order}`;

const ofProduct = (product: string, quantity: string): string =>
  `SELECT unit_cost * ${quantity}::numeric FROM product_costs WHERE product_id = ${product}`;

/**
 * Inserts the first known cost. One that the column cannot hold is unknown, because no cost may keep an order from being
 * accepted.
 */
export const RECORD_CLOSED = `
  WITH bought AS (${BOUGHT}), possible AS (
    SELECT 1 AS place, 'supplier' AS source, (SELECT cost FROM bought) AS cost
    UNION ALL SELECT 2, 'codes', (${deliveredCodes('$1', '$2')})
    UNION ALL SELECT 3, 'product', (${ofProduct('$3', '$4')})
  ), rounded AS (
    SELECT place, source, round(cost, 8) AS cost FROM possible
    UNION ALL SELECT 4, 'unknown', NULL
  )
  INSERT INTO order_costs (account_id, order_id, cost, source, supplier_id)
  SELECT $1, $2, cost, source, (SELECT supplier_id FROM bought) FROM rounded
  WHERE cost < 1e20 OR source = 'unknown' ORDER BY place LIMIT 1
  ON CONFLICT (account_id, order_id) DO NOTHING`;

/** The same for several orders of which no supplier was asked: each parameter is an array. */
export const RECORD_AT_ONCE = `
  INSERT INTO order_costs (account_id, order_id, cost, source)
  SELECT placed_account, placed_order, coalesce(codes, product),
         CASE WHEN codes IS NOT NULL THEN 'codes' WHEN product IS NOT NULL THEN 'product' ELSE 'unknown' END
  FROM unnest($1::integer[], $2::text[], $3::integer[], $4::numeric[])
    AS placed (placed_account, placed_order, placed_product, placed_quantity)
  LEFT JOIN LATERAL (${deliveredCodes('placed_account', 'placed_order')}) of_codes (codes_cost) ON true
  LEFT JOIN LATERAL (${ofProduct('placed_product', 'placed_quantity')}) of_product (product_cost) ON true
  CROSS JOIN LATERAL (
    SELECT CASE WHEN round(codes_cost, 8) < 1e20 THEN round(codes_cost, 8) END AS codes,
           CASE WHEN round(product_cost, 8) < 1e20 THEN round(product_cost, 8) END AS product
  ) known
  ON CONFLICT (account_id, order_id) DO NOTHING`;
