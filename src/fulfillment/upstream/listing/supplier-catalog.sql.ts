/**
 * The SQL for what of a supplier's catalog is listed in ours. $1 is the supplier's id. `staged_listing` is the catalog's
 * own table of what the supplier has now, by the supplier's ids as keys.
 */

/** Asked when all is staged. */
export const COUNT_LISTED = `
  SELECT count(*)::integer AS listed,
    (count(*) FILTER (WHERE supplier_product IN (
      SELECT key FROM staged_listing WHERE available)))::integer AS kept
  FROM supplier_products WHERE supplier_id = $1 AND NOT gone`;

export const MARKUPS = `
  SELECT supplier_category AS category, markup FROM supplier_markups WHERE supplier_id = $1`;

export const SET_MARKUP = `
  INSERT INTO supplier_markups (supplier_id, supplier_category, markup) VALUES ($1, $2, $3)
  ON CONFLICT (supplier_id, supplier_category) DO UPDATE SET markup = EXCLUDED.markup`;

export const UNSET_MARKUP = `
  DELETE FROM supplier_markups WHERE supplier_id = $1 AND supplier_category = $2`;

export const CATEGORIES = `
  SELECT supplier_category AS theirs, category_id AS ours FROM supplier_categories
  WHERE supplier_id = $1`;

/** $2: categories of theirs with ours, as a JSON list. */
export const NOTE_CATEGORIES = `
  INSERT INTO supplier_categories (supplier_id, supplier_category, category_id)
  SELECT $1, key, id FROM json_to_recordset($2::json) AS pair (key integer, id integer)`;

/** $2: the supplier's name. True for a product that is bought from it, after other handlers or alone. */
const BOUGHT_THERE = `EXISTS (
  SELECT FROM json_array_elements(products.fulfillment) named (step)
  WHERE named.step ->> 'handler' = 'upstream' AND named.step -> 'settings' ->> 'supplier' = $2)`;

/** $2: the supplier's name. True for a product that nobody else can deliver. */
const BOUGHT_ONLY_THERE = `(${BOUGHT_THERE} AND NOT EXISTS (
  SELECT FROM json_array_elements(products.fulfillment) named (step)
  WHERE named.step ->> 'handler' <> 'upstream'
    OR named.step -> 'settings' ->> 'supplier' IS DISTINCT FROM $2))`;

/** $3: ids of theirs. What was ever listed of them; a product that was deleted from its table is null. */
export const LINKS = `
  SELECT link.supplier_product AS theirs, link.product_id AS ours,
    link.gone AND link.switched_off AS "isOffSinceGone", ${BOUGHT_THERE} AS "isBoughtThere"
  FROM supplier_products link LEFT JOIN products ON products.id = link.product_id
  WHERE link.supplier_id = $1 AND link.supplier_product = ANY ($3::integer[])`;

export const NOTE_CREATED = `
  INSERT INTO supplier_products (supplier_id, supplier_product, product_id)
  SELECT $1, key, product_id FROM staged_listing WHERE is_new AND product_id IS NOT NULL`;

const NOT_STAGED = `NOT EXISTS (
    SELECT FROM staged_listing staged WHERE staged.key = link.supplier_product AND staged.available)`;

/** Of the products that the supplier has no more: those that are on, and that nobody else delivers. */
export const FIND_MISSING = `
  SELECT products.id FROM supplier_products link JOIN products ON products.id = link.product_id
  WHERE link.supplier_id = $1 AND NOT link.gone AND products.available AND ${BOUGHT_ONLY_THERE}
    AND ${NOT_STAGED}`;

/** $2: those that were switched off. By a statement of its own: the switching takes every earlier mark back. */
export const NOTE_GONE = `
  UPDATE supplier_products link SET gone = true,
    switched_off = coalesce(product_id = ANY ($2::integer[]), false)
  WHERE link.supplier_id = $1 AND NOT link.gone AND ${NOT_STAGED}`;

export const NOTE_RETURNED = `
  UPDATE supplier_products link SET gone = false, switched_off = false FROM staged_listing staged
  WHERE link.supplier_id = $1 AND link.gone AND staged.available
    AND staged.key = link.supplier_product`;

/**
 * $1: ids of ours. A product that is off because its supplier has it no more comes back with it; one that is said to be
 * off does not.
 */
export const KEEP_OFF = `
  UPDATE supplier_products SET switched_off = false
  WHERE switched_off AND product_id = ANY ($1::integer[])`;
