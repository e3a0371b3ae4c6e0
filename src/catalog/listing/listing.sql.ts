import { fieldOrderChanges } from '../field-order.js';

/** The SQL that writes an external catalog into ours. */

export const FIND_CATEGORY = 'SELECT FROM categories WHERE id = $1 AND deleted_at IS NULL';

/** The level of a category of ours; 1 for a root. UNION drops repeated rows, so a circle of parents ends too. */
export const LEVEL = `
  WITH RECURSIVE path AS (
    SELECT id, parent_id FROM categories WHERE id = $1
    UNION
    SELECT parent.id, parent.parent_id FROM categories parent JOIN path ON parent.id = path.parent_id
  )
  SELECT count(*)::integer AS level FROM path`;

/** $1: categories as a JSON list. One below a deleted one is created as deleted. Theirs is no image of ours. */
export const ADD_CATEGORIES = `
  WITH fresh AS (
    SELECT nextval(pg_get_serial_sequence('categories', 'id'))::integer AS id, theirs.*
    FROM json_to_recordset($1::json)
      AS theirs (key integer, parent_id integer, name text, image text, position integer)
  ), added AS (
    INSERT INTO categories (id, parent_id, name, position, deleted_at)
    SELECT id, parent_id, name, position,
      (SELECT deleted_at FROM categories parent WHERE parent.id = fresh.parent_id)
    FROM fresh
  )
  SELECT key, id, image FROM fresh`;

const COLUMNS = `key integer, category_id integer, name text, price numeric(38,18),
  available boolean, product_type text, qty_values json, fields json, image text,
  position integer, fulfillment json, product_id integer, left_out boolean, is_new boolean,
  follows boolean, returns boolean`;

/** Callers may read `key`, `available`, `image`, `left_out` and `product_id`; the latter is set for created products too. */
export const STAGE = `CREATE TEMPORARY TABLE staged_listing (${COLUMNS}) ON COMMIT DROP`;
export const FILL = `INSERT INTO staged_listing SELECT * FROM json_to_recordset($1::json) AS row (${COLUMNS})`;

const LISTED = 'FROM staged_listing staged JOIN products ON products.id = staged.product_id';

const RETURNED = `${LISTED} WHERE staged.returns AND NOT products.available`;

/** Name, image, category and position belong to the operator and are not updated. */
const CHANGED = `${LISTED}
  WHERE staged.follows AND (
    products.price <> staged.price OR products.product_type <> staged.product_type
    OR products.qty_values::text IS DISTINCT FROM staged.qty_values::text
    OR products.fields::text <> staged.fields::text)`;

const FRESH = `
  FROM staged_listing staged
  JOIN categories ON categories.id = staged.category_id AND categories.deleted_at IS NULL
  WHERE staged.is_new`;

/** Counted before anything is written, because even a statement that changes no row raises the catalog revision. */
export const COUNT_CHANGES = `
  SELECT (SELECT count(*) ${FRESH})::integer AS created,
         (SELECT count(*) ${CHANGED})::integer AS updated,
         (SELECT count(*) ${CHANGED} AND ${fieldOrderChanges('products.fields', 'staged.fields')})::integer AS reordered,
         (SELECT count(*) ${RETURNED})::integer AS returned`;

/** $1: how many at most; the next ones are switched on by the same statement. */
export const SWITCH_ON = `
  UPDATE products SET available = true WHERE id IN (SELECT products.id ${RETURNED} LIMIT $1)`;

/** $1: how many at most; the next ones are updated by the same statement. */
export const UPDATE = `
  UPDATE products SET price = fresh.price, product_type = fresh.product_type,
    qty_values = fresh.qty_values, fields = fresh.fields
  FROM (SELECT products.id, staged.price, staged.product_type, staged.qty_values, staged.fields
        ${CHANGED} LIMIT $1) fresh
  WHERE products.id = fresh.id`;

/** $1: how many at most; the next ones are created by the same statement. Theirs is no image of ours. */
export const CREATE = `
  WITH fresh AS (
    SELECT nextval(pg_get_serial_sequence('products', 'id'))::integer AS id, part.*
    FROM (SELECT staged.* ${FRESH} AND staged.product_id IS NULL ORDER BY staged.key LIMIT $1) part
  ), created AS (
    INSERT INTO products (id, category_id, name, price, available, product_type, qty_values, fields,
                          image, position, fulfillment)
    SELECT id, category_id, name, price, available, product_type, qty_values, fields, NULL, position,
           fulfillment FROM fresh
  )
  UPDATE staged_listing staged SET product_id = fresh.id FROM fresh WHERE fresh.key = staged.key`;

/** $1: ids of ours. */
export const LEAVE =
  'UPDATE staged_listing SET follows = false, returns = false WHERE product_id = ANY ($1::integer[])';

export const SWITCH_OFF = 'UPDATE products SET available = false WHERE id = ANY ($1::integer[])';
