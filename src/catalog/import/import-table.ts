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

/** $1: whether this is the import of the demo shop. */
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

/** $1: whether this is the import of the demo shop; $2: the limit. Values are texts, in the order of the columns. */
export function listUpdated(table: ImportTable): string {
  return `
    SELECT staged.id, stored.name,
      ${textsOf(table, 'stored')} AS before, ${textsOf(table, 'staged')} AS after,
      stored.deleted_at IS NOT NULL AS revived, stored.demo AND NOT $1::boolean AS "nowReal"
    FROM staged_${table.name} staged JOIN ${table.name} stored USING (id)
    WHERE ${differs(table, 'staged')} ORDER BY staged.id LIMIT $2`;
}

/** $1: as above. All updates in the columns of `CHANGES_COLUMNS`. */
export function allUpdated(table: ImportTable): string {
  return `
    SELECT '${table.item}' AS item, staged.id AS item_id, 'updated' AS change, stored.name,
      ${textsOf(table, 'stored')} || ARRAY[stored.demo::text, (stored.deleted_at IS NOT NULL)::text]
        AS before,
      ${textsOf(table, 'staged')} || ARRAY[(stored.demo AND $1::boolean)::text, 'false'] AS after
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
 * $1: whether this is the import of the demo shop; $2 and $3: only rows behind the one id and up to the other. Other
 * imports turn demo items that they contain into real ones. Deleted items are restored. Equal rows are not written.
 */
export function writeChanges(table: ImportTable): string {
  const names = columnNames(table).join(', ');
  const settings = columnNames(table).map((name) => `${name} = EXCLUDED.${name}`);
  return `
    INSERT INTO ${table.name} AS stored (id, ${names}, demo)
    SELECT id, ${names}, $1::boolean FROM staged_${table.name}
    WHERE id > $2 AND id <= $3 ORDER BY id
    ON CONFLICT (id) DO UPDATE
    SET ${settings.join(', ')}, deleted_at = NULL, demo = stored.demo AND $1::boolean
    WHERE ${differs(table, 'EXCLUDED')}`;
}

export const LIST_UNAVAILABLE = 'SELECT id FROM staged_products WHERE NOT available';

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
    OR stored.deleted_at IS NOT NULL OR (stored.demo AND NOT $1::boolean))`;
}

/** The type json has no equality, so its text is compared. */
function comparable({ columns }: ImportTable, row: string): string {
  return Object.entries(columns)
    .map(([name, type]) => `${row}.${name}${type === 'json' ? '::text' : ''}`)
    .join(', ');
}

function textsOf(table: ImportTable, row: string): string {
  const texts = columnNames(table).map((name) => `${row}.${name}::text`);
  return `ARRAY[${texts.join(', ')}]`;
}
