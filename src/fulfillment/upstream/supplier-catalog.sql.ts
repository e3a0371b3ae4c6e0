/** The SQL by which a supplier's catalog is listed in ours. $1 is the supplier's id. */

/** Asked when all is staged. */
export const COUNT_LISTED = `
  SELECT count(*)::integer AS listed,
    (count(*) FILTER (WHERE supplier_product IN (
      SELECT supplier_product FROM staged_listing WHERE available)))::integer AS kept
  FROM supplier_products WHERE supplier_id = $1 AND NOT gone`;

export const FIND_CATEGORY = 'SELECT FROM categories WHERE id = $1 AND deleted_at IS NULL';

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

/** On which level a category of ours stands, 1 for a root. UNION ends a circle of parents, too. */
export const LEVEL = `
  WITH RECURSIVE path AS (
    SELECT id, parent_id FROM categories WHERE id = $1
    UNION
    SELECT parent.id, parent.parent_id FROM categories parent JOIN path ON parent.id = path.parent_id
  )
  SELECT count(*)::integer AS level FROM path`;

/** $2: categories as a JSON list. Below a category that the operator deleted one is born deleted. */
export const ADD_CATEGORIES = `
  WITH fresh AS (
    SELECT nextval(pg_get_serial_sequence('categories', 'id'))::integer AS id, theirs.*
    FROM json_to_recordset($2::json)
      AS theirs (supplier_category integer, parent_id integer, name text, image text, position integer)
  ), added AS (
    INSERT INTO categories (id, parent_id, name, image, position, deleted_at)
    SELECT id, parent_id, name, image, position,
      (SELECT deleted_at FROM categories parent WHERE parent.id = fresh.parent_id)
    FROM fresh
  )
  INSERT INTO supplier_categories (supplier_id, supplier_category, category_id)
  SELECT $1, supplier_category, id FROM fresh
  RETURNING supplier_category AS theirs, category_id AS ours`;

const COLUMNS = `supplier_product integer, category_id integer, name text, price numeric(38,18),
  available boolean, product_type text, qty_values json, fields json, image text,
  position integer, fulfillment json`;

export const STAGE = `CREATE TEMPORARY TABLE staged_listing (${COLUMNS}) ON COMMIT DROP`;
export const FILL = `INSERT INTO staged_listing SELECT * FROM json_to_recordset($1::json) AS row (${COLUMNS})`;

/** $2: the supplier's name. True for a product that is bought from it, after other handlers or alone. */
const BOUGHT_THERE = `EXISTS (
  SELECT FROM json_array_elements(products.fulfillment) named (step)
  WHERE named.step ->> 'handler' = 'upstream' AND named.step -> 'settings' ->> 'supplier' = $2)`;

/** $2: the supplier's name. True for a product that nobody else can deliver. */
const BOUGHT_ONLY_THERE = `(${BOUGHT_THERE} AND NOT EXISTS (
  SELECT FROM json_array_elements(products.fulfillment) named (step)
  WHERE named.step ->> 'handler' <> 'upstream'
    OR named.step -> 'settings' ->> 'supplier' IS DISTINCT FROM $2))`;

/** Staged rows with the products that they are listed as. */
const LISTED = `
  FROM staged_listing staged
  JOIN supplier_products link
    ON link.supplier_id = $1 AND link.supplier_product = staged.supplier_product
  JOIN products ON products.id = link.product_id`;

/** What the supplier has again, where it is off for no other reason. */
const RETURNED = `${LISTED}
  WHERE link.gone AND link.switched_off AND staged.available AND NOT products.available`;

/**
 * Price and what may be ordered follow the supplier while the product is bought there; name, image and place are the
 * operator's from then on.
 */
const CHANGED = `${LISTED}
  WHERE ${BOUGHT_THERE} AND (
    products.price <> staged.price OR products.product_type <> staged.product_type
    OR products.qty_values::text IS DISTINCT FROM staged.qty_values::text
    OR products.fields::text <> staged.fields::text)`;

/** What was never listed, but for that which stands in a category that the operator deleted. */
const FRESH = `
  FROM staged_listing staged
  JOIN categories ON categories.id = staged.category_id AND categories.deleted_at IS NULL
  WHERE staged.available AND NOT EXISTS (
    SELECT FROM supplier_products link
    WHERE link.supplier_id = $1 AND link.supplier_product = staged.supplier_product)`;

const NOT_STAGED = `NOT EXISTS (
    SELECT FROM staged_listing staged
    WHERE staged.supplier_product = link.supplier_product AND staged.available)`;

/** Of the products that the supplier has no more: those that are on, and that nobody else delivers. */
const MISSING = `
  FROM supplier_products link JOIN products ON products.id = link.product_id
  WHERE link.supplier_id = $1 AND NOT link.gone AND products.available AND ${BOUGHT_ONLY_THERE}
    AND ${NOT_STAGED}`;

/** Asked before anything is written: even a statement that changes no product raises the revision of the catalog. */
export const COUNT_CHANGES = `
  SELECT (SELECT count(*) ${FRESH})::integer AS created,
         (SELECT count(*) ${CHANGED})::integer AS updated,
         (SELECT count(*) ${MISSING})::integer AS gone,
         (SELECT count(*) ${RETURNED})::integer AS returned`;

export const SWITCH_ON = `
  UPDATE products SET available = true WHERE id IN (SELECT products.id ${RETURNED})`;

export const UPDATE = `
  UPDATE products SET price = fresh.price, product_type = fresh.product_type,
    qty_values = fresh.qty_values, fields = fresh.fields
  FROM (SELECT products.id, staged.price, staged.product_type, staged.qty_values, staged.fields
        ${CHANGED}) fresh
  WHERE products.id = fresh.id`;

export const CREATE = `
  WITH fresh AS (
    SELECT nextval(pg_get_serial_sequence('products', 'id'))::integer AS id, staged.* ${FRESH}
  ), created AS (
    INSERT INTO products (id, category_id, name, price, available, product_type, qty_values, fields,
                          image, position, fulfillment)
    SELECT id, category_id, name, price, available, product_type, qty_values, fields, image, position,
           fulfillment FROM fresh
  )
  INSERT INTO supplier_products (supplier_id, supplier_product, product_id)
  SELECT $1, supplier_product, id FROM fresh`;

export const SWITCH_OFF = `
  UPDATE products SET available = false WHERE id IN (SELECT products.id ${MISSING}) RETURNING id`;

/** $2: those that were switched off. By a statement of its own: the switching takes every earlier mark back. */
export const NOTE_GONE = `
  UPDATE supplier_products link SET gone = true,
    switched_off = coalesce(product_id = ANY ($2::integer[]), false)
  WHERE link.supplier_id = $1 AND NOT link.gone AND ${NOT_STAGED}`;

export const NOTE_RETURNED = `
  UPDATE supplier_products link SET gone = false, switched_off = false FROM staged_listing staged
  WHERE link.supplier_id = $1 AND link.gone AND staged.available
    AND staged.supplier_product = link.supplier_product`;
