/** The SQL of `CodeStockRepository`. */

/** Imports, key rotations and clearance exclude each other. The number is arbitrary, and the same on every instance. */
export const LOCK_ALL_STOCKS = 'SELECT pg_advisory_xact_lock(7236142)';

/** No id of a code is larger. */
export const ALL_IDS = '9223372036854775807';

/** An index leads to codes without an order. */
export const UNSOLD = 'order_id IS NULL AND delivered_at IS NULL';
/** The lineage is asked for once a statement, not for each row. */
const IS_CLEARED = 'cleared_for = (SELECT current_database_lineage())';

/** The last id of a stock that is held back: all are while it is not cleared for the present lineage of the database. */
const HELD_THROUGH = `CASE WHEN ${IS_CLEARED} THEN held_through ELSE ${ALL_IDS} END`;

/** What an encrypted code begins with: the mark of its key. */
const KEY_MARK = 'substring(sealed_code from 1 for 5)';

/**
 * Unsold codes of a stock behind the id, to be ordered by stock and id. Stocks are compared by their order, not by
 * equality, so that only the index of unsold codes has that order: that of all ids would lead to every code that was
 * ever sold.
 */
const freeOf = (stock: string, heldThrough: string): string =>
  `${UNSOLD} AND (stock, id) > (${stock}, ${heldThrough}) AND (stock, id) <= (${stock}, ${ALL_IDS})`;

const FREE_OF_STOCK = freeOf('$1', `(SELECT ${HELD_THROUGH} FROM code_stocks WHERE name = $1)`);

/**
 * All or nothing: if fewer than $2 codes are free, the last condition is false for every row. Then one row without a code tells
 * whether the stock is cleared.
 */
const takeBy = (lock: string): string => `
  WITH free AS (
    SELECT id FROM stock_codes WHERE ${FREE_OF_STOCK}
    ORDER BY stock, id LIMIT $2 ${lock}
  ), taken AS (
    UPDATE stock_codes code SET account_id = $3, order_id = $4, delivered_at = now()
    FROM free WHERE code.id = free.id AND (SELECT count(*) FROM free) = $2
    RETURNING code.id, sealed_code AS encrypted
  )
  SELECT encrypted, cleared_for AS lineage,
         CASE WHEN id IS NULL THEN ${IS_CLEARED} END AS "isCleared"
  FROM code_stocks LEFT JOIN taken ON true WHERE name = $1 ORDER BY id`;

/** Passes by codes that others have locked. */
export const TAKE = takeBy('FOR UPDATE SKIP LOCKED');
/** Waits for those who have locked codes, and sells what they give back. */
export const TAKE_GIVEN_BACK = takeBy('FOR UPDATE');

/** Up to $2 codes of each of the stocks $1; a stock of which none is free has one row without a code. */
export const RESERVE = `
  SELECT name AS stock, cleared_for AS lineage, ${IS_CLEARED} AS "isCleared", free.id, free.sealed_code AS encrypted
  FROM unnest($1::text[], $2::integer[]) AS asked (stock_name, most)
  JOIN code_stocks ON name = stock_name
  LEFT JOIN LATERAL (
    SELECT id, sealed_code FROM stock_codes
    WHERE ${freeOf('stock_name', HELD_THROUGH)}
    ORDER BY stock, id LIMIT most FOR UPDATE SKIP LOCKED
  ) free ON true
  ORDER BY name, free.id`;

export const ASSIGN = `
  UPDATE stock_codes SET account_id = given.account_id, order_id = given.order_id, delivered_at = now()
  FROM unnest($1::bigint[], $2::integer[], $3::text[]) AS given (id, account_id, order_id)
  WHERE stock_codes.id = given.id`;

export const COUNT_FREE = `
  SELECT count(*)::integer AS count,
         coalesce(bool_and(${KEY_MARK} = ANY ($3::bytea[])), true) AS "isReadable",
         coalesce((SELECT ${IS_CLEARED} FROM code_stocks WHERE name = $1), true) AS "isCleared"
  FROM (SELECT sealed_code FROM stock_codes WHERE ${FREE_OF_STOCK} ORDER BY stock, id LIMIT $2) free`;

export const TAKEN = `
  SELECT sealed_code AS encrypted, cleared_for AS lineage
  FROM stock_codes JOIN code_stocks ON name = stock
  WHERE account_id = $1 AND order_id = $2 ORDER BY id`;

/** In stock or sold from it, or delivered to an order from elsewhere. */
export const KNOWN = `
  SELECT encode(code_hash, 'hex') AS hash FROM stock_codes WHERE code_hash = ANY ($1::bytea[])
  UNION
  SELECT encode(code_hash, 'hex') FROM delivered_codes WHERE code_hash = ANY ($1::bytea[])`;

/**
 * While a failover holds codes of other stocks back, or these are not cleared, it is alike: codes of lost orders may be
 * imported into it.
 */
export const ADD_STOCK = `
  INSERT INTO code_stocks (name, held_through, lost_from, lost_until, cleared_for)
  SELECT $1, CASE WHEN min(lost_from) IS NULL THEN 0 ELSE ${ALL_IDS} END, min(lost_from), max(lost_until),
         coalesce(min(cleared_for) FILTER (WHERE NOT ${IS_CLEARED}), current_database_lineage())
  FROM code_stocks ON CONFLICT DO NOTHING`;

export const FOREIGN = `
  SELECT 1 FROM stock_codes WHERE ${KEY_MARK} <> ALL ($1::bytea[]) LIMIT 1`;

export const INSERT = `
  INSERT INTO stock_codes (stock, code_hash, sealed_code, delivered_at, cost)
  SELECT $1, hash, sealed, CASE WHEN $4 THEN now() END, $5::numeric
  FROM unnest($2::bytea[], $3::bytea[]) AS fresh (hash, sealed)`;

export const LAST_ID = 'SELECT coalesce(max(id), 0) AS id FROM stock_codes';

/**
 * Who delivers a code and who imports it do not see each other's rows until the end. So deliveries that write codes are waited
 * for, and later ones wait for the import, which they see then: their statement begins when they have the lock. The wait is
 * short, since all that comes later stands behind it.
 */
export const LOCK_DELIVERED =
  "SET LOCAL lock_timeout = '200ms'; LOCK TABLE delivered_codes IN SHARE MODE";

/** Those added behind the id $1. */
export const REMOVE_DELIVERED = `
  DELETE FROM stock_codes code USING delivered_codes other
  WHERE code.id > $1 AND code.code_hash = other.code_hash`;

export const REMOVE_FREE = `
  WITH free AS (
    SELECT id FROM stock_codes WHERE ${FREE_OF_STOCK}
    ORDER BY stock, id LIMIT $2 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM stock_codes code USING free WHERE code.id = free.id
    RETURNING code.id, sealed_code AS encrypted
  )
  SELECT encrypted FROM removed ORDER BY id`;

export const FREE = `
  SELECT name AS stock, low_stock AS "lowStock", (
    SELECT count(*) FROM stock_codes
    WHERE stock = name AND ${UNSOLD} AND id > held_through)::integer AS free
  FROM code_stocks ORDER BY name`;

const countOf = (condition: string): string => `
  (SELECT count(*) FROM (
     SELECT FROM stock_codes WHERE stock = name AND ${UNSOLD} AND ${condition} LIMIT $2
   ) code)::integer`;

/** Of the stocks $1, each counted up to $2. */
export const SELLABLE = `
  SELECT name AS stock, ${countOf('id > held_through')} AS free,
         ${countOf('id <= held_through')} AS held
  FROM code_stocks WHERE name = ANY ($1::text[])`;

const levelsOf = (condition: string): string => `
  SELECT name AS stock, low_stock AS "lowStock",
         (count(code.id) FILTER (WHERE ${UNSOLD} AND code.id > held_through))::integer AS free,
         (count(code.id) FILTER (WHERE ${UNSOLD} AND code.id <= held_through))::integer AS held,
         count(delivered_at)::integer AS delivered
  FROM code_stocks LEFT JOIN stock_codes code ON code.stock = name
  WHERE ${condition} GROUP BY name ORDER BY name`;

export const LEVELS = levelsOf('true');
/** Of the stock $1. */
export const LEVEL = levelsOf('name = $1');
