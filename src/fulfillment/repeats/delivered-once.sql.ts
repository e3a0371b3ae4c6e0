import { REACHED_PURCHASE } from '../costs/reached-purchase.sql.js';

/**
 * The SQL of `DeliveredOnceRepository`. $1: account, $2: order, $3: hashes of its codes, $4: whether it was bought, $5: hashes of
 * all of its texts.
 */

const IS_OURS = '(account_id, order_id) = ($1::integer, $2::text)';
const HAS_CODE = 'code_hash = ANY ($3::bytea[])';

/** The supplier's order that the delivery of $1, $2 has reached. */
const BOUGHT = `
  bought AS MATERIALIZED (
    SELECT attempt.supplier_id, attempt.supplier_order_id
    ${REACHED_PURCHASE} AND attempt.supplier_order_id IS NOT NULL AND $4::boolean
  )`;

/** Whatever it looks like: what stands in a stock is a code. One that this order has got from it is no other one. */
const IN_STOCK = `
  FROM stock_codes WHERE code_hash = ANY ($5::bytea[]) AND (account_id, order_id) IS DISTINCT FROM ($1::integer, $2::text)`;

/**
 * $6: the ids of the keys of the hashes in $3. The unique keys decide between two orders at once: a row of a running transaction is waited
 * for. All transactions insert in the same order, so that none waits for one that waits for it.
 */
export const CLAIM = `
  WITH ${BOUGHT}, codes AS (
    INSERT INTO delivered_codes (code_hash, key_id, account_id, order_id)
    SELECT hash, key_id, $1, $2 FROM unnest($3::bytea[], $6::bytea[]) AS delivered (hash, key_id)
    ORDER BY hash ON CONFLICT DO NOTHING RETURNING 1
  ), supplier_orders AS (
    INSERT INTO delivered_supplier_orders (supplier_id, supplier_order_id, account_id, order_id)
    SELECT supplier_id, supplier_order_id, $1, $2 FROM bought
    WHERE (SELECT count(*) FROM codes) >= 0
    ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT (SELECT count(*) FROM codes) = cardinality($3::bytea[])
    AND (SELECT count(*) FROM supplier_orders) = (SELECT count(*) FROM bought)
    AND NOT EXISTS (SELECT ${IN_STOCK}) AS "isFirst"`;

export const FIND = `
  WITH ${BOUGHT}, repeats AS (
    SELECT 'code' AS what, order_id FROM delivered_codes WHERE ${HAS_CODE} AND NOT ${IS_OURS}
    UNION ALL
    SELECT 'stock', order_id ${IN_STOCK}
    UNION ALL
    SELECT 'supplier order', order_id
    FROM delivered_supplier_orders JOIN bought USING (supplier_id, supplier_order_id)
    WHERE NOT ${IS_OURS}
  )
  SELECT (array_agg(what ORDER BY order_id IS NULL, what))[1] AS what,
         coalesce(array_agg(DISTINCT order_id) FILTER (WHERE order_id IS NOT NULL), '{}') AS "otherOrders"
  FROM repeats HAVING count(*) > 0`;

export const RELEASE = `
  WITH ${BOUGHT}, codes AS (
    DELETE FROM delivered_codes WHERE ${HAS_CODE} AND ${IS_OURS}
  )
  DELETE FROM delivered_supplier_orders USING bought
  WHERE delivered_supplier_orders.supplier_id = bought.supplier_id
    AND delivered_supplier_orders.supplier_order_id = bought.supplier_order_id AND ${IS_OURS}`;

/** The column holds the ids of all other orders, which have no comma; it is null if there are none. */
export const HELD_FOR = "string_to_array(coalesce(other_order_id, ''), ', ')";
/** $4: these ids. */
const OTHER_ORDERS = "nullif(array_to_string($4::text[], ', '), '')";

export const HOLD = `
  INSERT INTO repeated_deliveries (account_id, order_id, what, other_order_id, sealed_codes)
  VALUES ($1, $2, $3, ${OTHER_ORDERS}, $5)
  ON CONFLICT (account_id, order_id) DO UPDATE
  SET what = excluded.what, other_order_id = excluded.other_order_id,
      sealed_codes = excluded.sealed_codes, held_at = now()`;

/** $5: the note. */
export const RENEW = `
  WITH waiting AS (
    SELECT FROM orders WHERE account_id = $1 AND order_id = $2 AND status = 'wait' FOR UPDATE
  ), renewed AS (
    UPDATE repeated_deliveries SET what = $3, other_order_id = ${OTHER_ORDERS}, held_at = now()
    FROM waiting WHERE account_id = $1 AND order_id = $2
  )
  UPDATE fulfillments SET note = $5, updated_at = now() FROM waiting
  WHERE account_id = $1 AND order_id = $2`;

export const HELD = `
  SELECT what, ${HELD_FOR} AS "otherOrders", sealed_codes AS "encryptedCodes"
  FROM repeated_deliveries WHERE account_id = $1 AND order_id = $2`;
