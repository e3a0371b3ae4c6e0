/**
 * The SQL for the links between a supplier's catalog and ours. $1 is the supplier's id. `staged_listing` is a temporary
 * table of the catalog module; it holds the supplier's present products, with the supplier's ids as keys.
 */

/** Needs the staged catalog. What the operator has not picked is there nevertheless. */
export const COUNT_LISTED = `
  SELECT count(*)::integer AS listed,
    (count(*) FILTER (WHERE supplier_product IN (
      SELECT key FROM staged_listing WHERE available OR left_out)))::integer AS kept
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

/** $2: their categories, ours, and the addresses of their pictures, as a JSON list. */
export const NOTE_CATEGORIES = `
  INSERT INTO supplier_categories (supplier_id, supplier_category, category_id, awaited_picture)
  SELECT $1, key, id, image FROM json_to_recordset($2::json) AS pair (key integer, id integer, image text)`;

/** $2: the supplier's name. True if one of the product's handlers buys from it. */
const BOUGHT_THERE = `EXISTS (
  SELECT FROM json_array_elements(products.fulfillment) named (step)
  WHERE named.step ->> 'handler' = 'upstream' AND named.step -> 'settings' ->> 'supplier' = $2)`;

/** $2: the supplier's name. True if no other handler or supplier can deliver the product. */
const BOUGHT_ONLY_THERE = `(${BOUGHT_THERE} AND NOT EXISTS (
  SELECT FROM json_array_elements(products.fulfillment) named (step)
  WHERE named.step ->> 'handler' <> 'upstream'
    OR named.step -> 'settings' ->> 'supplier' IS DISTINCT FROM $2))`;

/** $3: ids of theirs. All that were ever listed; `ours` is null if the row of the product was deleted. */
export const LINKS = `
  SELECT link.supplier_product AS theirs, link.product_id AS ours,
    link.gone AND link.switched_off AS "isOffSinceGone", ${BOUGHT_THERE} AS "isBoughtThere"
  FROM supplier_products link LEFT JOIN products ON products.id = link.product_id
  WHERE link.supplier_id = $1 AND link.supplier_product = ANY ($3::integer[])`;

/** $2: the start of addresses at the supplier. An earlier release took the addresses of its pictures over. */
export const AWAIT_SHOWN = [
  `UPDATE supplier_products link SET awaited_picture = products.image
   FROM products LEFT JOIN staged_listing staged ON staged.product_id = products.id
   WHERE link.product_id = products.id AND supplier_id = $1 AND awaited_picture IS NULL
     AND (starts_with(products.image, $2) OR products.image = staged.image)`,
  `UPDATE supplier_categories SET awaited_picture = image FROM categories
   WHERE category_id = id AND supplier_id = $1 AND awaited_picture IS NULL AND starts_with(image, $2)`,
];

export const NOTE_CREATED = `
  INSERT INTO supplier_products (supplier_id, supplier_product, product_id, awaited_picture)
  SELECT $1, key, product_id, image FROM staged_listing WHERE is_new AND product_id IS NOT NULL`;

const NOT_STAGED = `NOT EXISTS (
    SELECT FROM staged_listing staged WHERE staged.key = link.supplier_product AND staged.available)`;

/** The available products that the supplier no longer has and that nobody else can deliver. */
export const FIND_MISSING = `
  SELECT products.id FROM supplier_products link JOIN products ON products.id = link.product_id
  WHERE link.supplier_id = $1 AND NOT link.gone AND products.available AND ${BOUGHT_ONLY_THERE}
    AND ${NOT_STAGED}`;

/**
 * The products that get another price, and the available ones that are listed no longer. The cost that a sync has set is left
 * out: this one sets it anew, and the mark-up is the operator's own.
 */
export const COMPARED = `
  SELECT products.id, products.name, products.price::text AS before, staged.price::text AS after,
    CASE WHEN source <> 'supplier' THEN unit_cost::text END AS cost
  FROM staged_listing staged JOIN products ON products.id = staged.product_id
  LEFT JOIN product_costs ON product_costs.product_id = products.id
  WHERE staged.follows AND products.price <> staged.price AND products.deleted_at IS NULL
  UNION ALL
  SELECT products.id, products.name, products.price::text, NULL, NULL
  FROM supplier_products link JOIN products ON products.id = link.product_id
  WHERE link.supplier_id = $1 AND NOT link.gone AND products.available AND ${BOUGHT_ONLY_THERE}
    AND products.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM staged_listing staged WHERE staged.key = link.supplier_product)
  ORDER BY id`;

/**
 * $3: those that are held back. $2: the products that were switched off. This is a separate statement after the update of `products`, because a trigger
 * on that update resets `switched_off`.
 */
export const NOTE_GONE = `
  UPDATE supplier_products link SET gone = true,
    switched_off = coalesce(product_id = ANY ($2::integer[]), false)
  WHERE link.supplier_id = $1 AND NOT link.gone AND ${NOT_STAGED}
    AND NOT coalesce(product_id = ANY ($3::integer[]), false)`;

/** $2: the products that are held back. */
export const NOTE_RETURNED = `
  UPDATE supplier_products link SET gone = false, switched_off = false FROM staged_listing staged
  WHERE link.supplier_id = $1 AND link.gone AND staged.available
    AND staged.key = link.supplier_product
    AND NOT coalesce(link.product_id = ANY ($2::integer[]), false)`;

/** Whether something was deleted because the change that had made it was taken back: asked only of what is deleted. */
const takenBack = (
  kind: string,
  table: string,
): string => `deleted_at IS NOT NULL AND 'audit take-back' = (
    SELECT action FROM item_changes JOIN audit_entries ON audit_entries.id = entry_id
    WHERE kind = '${kind}' AND item_id = ${table}.id AND part = 'values'
      AND item_changes.after ->> 'deleted_at' IS NOT NULL
    ORDER BY item_changes.id DESC LIMIT 1)`;

export const FORGET_TAKEN_BACK = [
  `DELETE FROM supplier_products USING products
    WHERE supplier_id = $1 AND product_id = products.id AND ${takenBack('product', 'products')}`,
  `DELETE FROM supplier_categories USING categories
    WHERE supplier_id = $1 AND category_id = categories.id AND ${takenBack('category', 'categories')}`,
];

/** $1: an entry that was taken back. What it has switched off, and is on again, is looked for by the next sync. */
export const FIND_TAKEN = `
  UPDATE supplier_products SET gone = false, switched_off = false FROM products
  WHERE product_id = id AND gone AND available AND deleted_at IS NULL AND id IN (
    SELECT item_id FROM item_changes
    WHERE entry_id = $1 AND kind = 'product' AND part = 'values' AND after ->> 'available' = 'false')`;

/**
 * $1: ids of ours. A product with `switched_off` is switched on when its supplier lists it again; this clears the mark
 * of products that the operator wants to stay off.
 */
export const KEEP_OFF = `
  UPDATE supplier_products SET switched_off = false
  WHERE switched_off AND product_id = ANY ($1::integer[])`;
