/** Changes, each with the item that it is about, and the row that is there now; `change` is a row of the table. */
const WITH_PRESENT = `
  LEFT JOIN products product ON change.kind = 'product' AND product.id = change.item_id
  LEFT JOIN categories category ON change.kind = 'category' AND category.id = change.item_id
  LEFT JOIN price_rules price_rule ON change.part = 'price' AND ${sameRule('price_rule')}
  LEFT JOIN visibility_rules visibility_rule ON change.part = 'visibility' AND ${sameRule('visibility_rule')}
  CROSS JOIN LATERAL (SELECT CASE change.part WHEN 'price' THEN row_to_json(price_rule)
    WHEN 'visibility' THEN row_to_json(visibility_rule)
    ELSE coalesce(row_to_json(product), row_to_json(category)) END AS row) present`;

/** In the order of the unique index. */
function sameRule(rule: string): string {
  return `coalesce(${rule}.account_id, 0) = coalesce(change.account_id, 0)
    AND coalesce(${rule}.group_id, 0) = coalesce(change.group_id, 0)
    AND coalesce(${rule}.category_id, 0) = CASE change.kind WHEN 'category' THEN change.item_id ELSE 0 END
    AND coalesce(${rule}.product_id, 0) = CASE change.kind WHEN 'product' THEN change.item_id ELSE 0 END`;
}

const KEY = `change.kind, change.item_id AS "itemId", change.part, change.account_id AS "accountId",
    change.group_id AS "groupId", coalesce(product.name, category.name) AS name`;

const COLUMNS = `
  CROSS JOIN LATERAL json_object_keys(coalesce(change.before, change.after)) AS name_of ("column")`;

/** All columns that have changed, and the first few of what was made or removed. */
const TOLD = `(num_nonnulls(change.before, change.after) = 2
      OR name_of.column IN ('name', 'price', 'percentage', 'fixed_price', 'visible')
        AND coalesce(change.before, change.after) ->> name_of.column IS NOT NULL)`;

/** What entries have changed of an item. $1: its kind; $2: its id; $3: the entries. */
export const OF_ITEM = `
  SELECT entry_id::text AS "entryId", part, account_id, group_id, name_of.column,
         change.before ->> name_of.column AS "from", change.after ->> name_of.column AS "to"
  FROM item_changes change ${COLUMNS}
  WHERE entry_id = ANY ($3::bigint[]) AND kind = $1 AND item_id = $2 AND ${TOLD}
  ORDER BY id, name_of.column`;

/** A page of the values that an entry has changed. $1: the entry; $2 to $5: the place before the page; $6: most rows. */
export const PAGE = `
  SELECT ${KEY}, change.id::text AS "changeId", name_of.column, change.before ->> name_of.column AS "from",
         change.after ->> name_of.column AS "to", present.row ->> name_of.column AS now
  FROM (
    SELECT * FROM item_changes
    WHERE entry_id = $1 AND (entry_id, kind, item_id, id) >= ($1::bigint, $2::text, $3::integer, $4::bigint)
    ORDER BY entry_id, kind, item_id, id LIMIT $6 + 1
  ) change ${WITH_PRESENT}
  ${COLUMNS}
  WHERE ${TOLD}
    AND (change.kind, change.item_id, change.id, name_of.column COLLATE "C") > ($2::text, $3::integer, $4::bigint, $5::text)
  ORDER BY change.kind, change.item_id, change.id, name_of.column COLLATE "C" LIMIT $6`;

const texts = (values: string): string =>
  `(SELECT json_object_agg(key, value::text) FROM json_each(${values}))`;

/** The item at which a part of the items ends. $1: the entry; $2, $3: the item before; $4: how many changes. */
export const END_OF_PART = `
  SELECT kind, item_id AS "itemId" FROM item_changes
  WHERE entry_id = $1 AND (entry_id, kind, item_id) > ($1::bigint, $2::text, $3::integer)
  ORDER BY entry_id, kind, item_id, id OFFSET $4 - 1 LIMIT 1`;

/**
 * All changes of the items behind one and up to another, with what is there now. $1: the entry; $2 to $5: the items; $6: the part.
 * A rule comes back only where there is still whom and what it is about.
 */
export const CHANGES = `
  SELECT ${KEY}, ${texts('change.before')} AS before, ${texts('change.after')} AS after,
         ${texts('present.row')} AS present,
         change.part = 'values' OR (change.kind = 'catalog' OR num_nonnulls(product.id, category.id) = 1)
           AND (change.account_id IS NULL OR EXISTS (SELECT FROM accounts WHERE id = change.account_id))
           AND (change.group_id IS NULL OR EXISTS (SELECT FROM account_groups WHERE id = change.group_id)) AS "isPossible"
  FROM item_changes change ${WITH_PRESENT}
  WHERE change.entry_id = $1 AND (change.entry_id, change.kind, change.item_id) > ($1::bigint, $2::text, $3::integer)
    AND (change.entry_id, change.kind, change.item_id) <= ($1::bigint, $4::text, $5::integer) AND change.part = $6
  ORDER BY change.kind, change.item_id, change.id`;

/** What an entry has changed; the column is empty for what it has made or removed. */
export const CHANGED_COLUMNS = `
  SELECT DISTINCT part, coalesce(name, '') AS "column"
  FROM item_changes
  LEFT JOIN LATERAL json_object_keys(CASE WHEN num_nonnulls(before, after) = 2 THEN before END) AS name ON true
  WHERE entry_id = $1`;

/** A table whose rows go back. */
export type RecordedTable = 'products' | 'categories' | 'price_rules' | 'visibility_rules';

/**
 * $1: a JSON list of rows, of which each names its id and what it gets in these columns. Others are not named, since a trigger
 * takes a product that is set to unavailable, though it was, as switched off by its operator.
 */
export function updateRows(table: RecordedTable, columns: readonly string[]): string {
  const names = columns.join(', ');
  return `UPDATE ${table} AS stored
    SET (${names}) = (SELECT ${names} FROM json_populate_record(stored, change.value))
    FROM json_array_elements($1::json) AS change (value) WHERE stored.id = (change.value ->> 'id')::integer`;
}

/** $1: a JSON list of whole rows. @param columns besides the id */
export function insertRows(table: RecordedTable, columns: readonly string[]): string {
  const names = ['id', ...columns].join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
}

/** $1: a JSON list of rows, of which each names its id. */
export function removeRows(table: RecordedTable): string {
  const remove =
    table === 'products' ? 'UPDATE products SET deleted_at = now()' : `DELETE FROM ${table}`;
  return `${remove} WHERE id IN (SELECT id FROM json_populate_recordset(NULL::${table}, $1::json))`;
}

/** $1: ids. A category with something in it, or below it, that stays is left. @returns those that were removed */
export const REMOVE_CATEGORIES = `
  WITH RECURSIVE used AS (
    SELECT id, parent_id FROM categories
    WHERE deleted_at IS NULL AND (id <> ALL ($1::integer[])
      OR EXISTS (SELECT FROM products WHERE category_id = categories.id AND deleted_at IS NULL))
    UNION
    SELECT above.id, above.parent_id FROM categories above JOIN used ON above.id = used.parent_id
  ), removed AS (
    UPDATE categories SET deleted_at = now()
    WHERE id = ANY ($1::integer[]) AND id NOT IN (SELECT id FROM used) RETURNING id
  )
  SELECT id FROM removed`;

export const CATEGORIES = 'SELECT id, parent_id, deleted_at IS NULL AS "isLive" FROM categories';

/** Ids of entries grow with time. $1: days; $2: rows that are kept, with their whole entry; $3: most rows that are deleted. */
export const DELETE_OLD = `
  DELETE FROM item_changes WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM item_changes
    WHERE entry_id < greatest(
      (SELECT id FROM audit_entries WHERE at < now() - $1::integer * interval '1 day' ORDER BY at DESC, id DESC LIMIT 1) + 1,
      (SELECT entry_id FROM item_changes ORDER BY entry_id DESC OFFSET $2 - 1 LIMIT 1))
    ORDER BY entry_id LIMIT $3))`;
