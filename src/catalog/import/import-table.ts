import { fieldOrderChanges } from '../field-order.js';

/**
 * The two tables that an import writes, and their SQL. The rows of a file are staged in a temporary table, so that the
 * database compares and writes them exactly, and the stored catalog is not loaded into memory.
 */
export interface ImportTable {
  readonly name: 'categories' | 'products';
  /** The name of one row in messages. */
  readonly item: 'category' | 'product';
  /** Columns that an import sets besides the id, with their types. */
  readonly columns: Readonly<Record<string, string>>;
}

export const CATEGORY_TABLE: ImportTable = {
  name: 'categories',
  item: 'category',
  columns: { parent_id: 'integer', name: 'text', image: 'text', position: 'integer' },
};

export const PRODUCT_TABLE: ImportTable = {
  name: 'products',
  item: 'product',
  columns: {
    category_id: 'integer',
    name: 'text',
    price: 'numeric(38,18)',
    available: 'boolean',
    product_type: 'text',
    qty_values: 'json',
    fields: 'json',
    image: 'text',
    position: 'integer',
  },
};

export function columnNames({ columns }: ImportTable): string[] {
  return Object.keys(columns);
}

export function createStage(table: ImportTable): string {
  return `CREATE TEMPORARY TABLE staged_${table.name}
    (id integer PRIMARY KEY, ${definitions(table)}) ON COMMIT DROP`;
}

/** $1: rows as a JSON list. Unlike `jsonb`, `json` keeps the text of inner JSON as it is. */
export function fillStage(table: ImportTable): string {
  return `INSERT INTO staged_${table.name}
    SELECT * FROM json_to_recordset($1::json) AS row (id integer, ${definitions(table)})`;
}

export function countChanges(table: ImportTable): string {
  return `
    SELECT count(*) FILTER (WHERE is_new)::integer AS created,
      count(*) FILTER (WHERE NOT is_new AND differs)::integer AS updated,
      count(*) FILTER (WHERE NOT is_new AND NOT differs)::integer AS unchanged
    FROM (
      SELECT stored.id IS NULL AS is_new, ${differs(table, 'staged')} AS differs
      FROM staged_${table.name} staged LEFT JOIN ${table.name} stored USING (id)
    ) compared`;
}

const REORDERED = `stored.fields::text <> staged.fields::text
  AND ${fieldOrderChanges('stored.fields', 'staged.fields')}`;

/** How many products get their fields in another order. */
export const COUNT_REORDERED = `
  SELECT count(*)::integer AS count
  FROM staged_products staged JOIN products stored USING (id) WHERE ${REORDERED}`;

/** $1: the limit. */
export const LIST_REORDERED = `
  SELECT staged.id, stored.name
  FROM staged_products staged JOIN products stored USING (id) WHERE ${REORDERED}
  ORDER BY staged.id LIMIT $1`;

/** $1: the limit. Values are texts, in the order of the columns. */
export function listUpdated(table: ImportTable): string {
  return `
    SELECT staged.id, stored.name,
      ${textsOf(table, 'stored')} AS before, ${textsAfter(table)} AS after,
      stored.deleted_at IS NOT NULL AS revived
    FROM staged_${table.name} staged JOIN ${table.name} stored USING (id)
    WHERE ${differs(table, 'staged')} ORDER BY staged.id LIMIT $1`;
}

/** All updates in the columns of the changes of an import. */
export function allUpdated(table: ImportTable): string {
  return `
    SELECT '${table.item}' AS item, staged.id AS item_id, 'updated' AS change, stored.name,
      ${textsOf(table, 'stored')} || ARRAY[stored.demo::text, (stored.deleted_at IS NOT NULL)::text]
        AS before,
      ${textsAfter(table)} || ARRAY[stored.demo::text, 'false'] AS after
    FROM staged_${table.name} staged JOIN ${table.name} stored USING (id)
    WHERE ${differs(table, 'staged')}`;
}

/** All new items in the same columns. */
export function allCreated(table: ImportTable): string {
  return `
    SELECT '${table.item}', staged.id, 'created', staged.name,
      NULL::text[], ${textsOf(table, 'staged')} || ARRAY['false', 'false']
    FROM staged_${table.name} staged
    WHERE NOT EXISTS (SELECT FROM ${table.name} stored WHERE stored.id = staged.id)`;
}

/** The names of the values of `before` and `after`. */
export function changedColumnNames(table: ImportTable): string[] {
  return [...columnNames(table), 'demo', 'deleted'];
}

/** $1: the limit. */
export function listCreated(table: ImportTable): string {
  return `
    SELECT staged.id, staged.name FROM staged_${table.name} staged
    WHERE NOT EXISTS (SELECT FROM ${table.name} stored WHERE stored.id = staged.id)
    ORDER BY staged.id LIMIT $1`;
}

/** $1: an id, $2: a number of rows. The last id of so many staged and stored rows behind that id; null if there are none. */
export function lastOfPart({ name }: ImportTable): string {
  return `
    SELECT max(id) AS last FROM (
      SELECT id FROM staged_${name} WHERE id > $1
      UNION ALL SELECT id FROM ${name} WHERE id > $1
      ORDER BY id LIMIT $2) part`;
}

/** The number of all staged and stored rows. */
export function countOfParts({ name }: ImportTable): string {
  return `
    SELECT (SELECT count(*) FROM staged_${name})::integer
      + (SELECT count(*) FROM ${name})::integer AS count`;
}

/**
 * $1: whether this is the import of the demo shop, to which new items then belong; $2 and $3: only rows behind the one id
 * and up to the other. Deleted items are restored. Equal rows are not written.
 */
export function writeChanges(table: ImportTable): string {
  const names = columnNames(table).join(', ');
  const settings = columnNames(table).map((name) => `${name} = EXCLUDED.${name}`);
  return `
    INSERT INTO ${table.name} AS stored (id, ${names}, demo)
    SELECT id, ${names}, $1::boolean FROM staged_${table.name}
    WHERE id > $2 AND id <= $3 ORDER BY id
    ON CONFLICT (id) DO UPDATE
    SET ${settings.join(', ')}, deleted_at = NULL
    WHERE ${differs(table, 'EXCLUDED')}`;
}

/** What is off already may be so for another reason than the operator's. */
export const LIST_SWITCHED_OFF = `
  SELECT id FROM staged_products staged WHERE NOT available AND NOT EXISTS (
    SELECT FROM products stored
    WHERE stored.id = staged.id AND NOT stored.available AND stored.deleted_at IS NULL)`;

/** New ids will be above all existing ids, and above those of deleted rows. */
export function moveSequence({ name }: ImportTable): string {
  return `
    SELECT setval('${name}_id_seq', greatest((SELECT max(id) FROM ${name}), last_value))
    FROM ${name}_id_seq`;
}

function definitions({ columns }: ImportTable): string {
  return Object.entries(columns)
    .map((column) => column.join(' '))
    .join(', ');
}

function differs(table: ImportTable, incoming: 'staged' | 'EXCLUDED'): string {
  return `((${comparable(table, 'stored')}) IS DISTINCT FROM (${comparable(table, incoming)})
    OR stored.deleted_at IS NOT NULL)`;
}

/** The type json has no equality; as jsonb, spaces and the order of keys do not matter. */
function comparable({ columns }: ImportTable, row: string): string {
  return Object.entries(columns)
    .map(([name, type]) => `${row}.${name}${type === 'json' ? '::jsonb' : ''}`)
    .join(', ');
}

function textsOf(table: ImportTable, row: string): string {
  const texts = columnNames(table).map((name) => `${row}.${name}::text`);
  return `ARRAY[${texts.join(', ')}]`;
}

/** The staged values; where they differ in the form of their JSON alone, the stored ones. */
function textsAfter({ columns }: ImportTable): string {
  const texts = Object.entries(columns).map(([name, type]) =>
    type === 'json'
      ? `CASE WHEN stored.${name}::jsonb IS DISTINCT FROM staged.${name}::jsonb
          THEN staged.${name}::text ELSE stored.${name}::text END`
      : `staged.${name}::text`,
  );
  return `ARRAY[${texts.join(', ')}]`;
}
