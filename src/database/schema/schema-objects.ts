/** Something that migrations make, and without which the schema is damaged. */
export interface SchemaObject {
  readonly kind: 'table' | 'column' | 'constraint' | 'index' | 'trigger' | 'function';
  /** The table that it belongs to, with its schema if that is the one of jobs; empty for a function. */
  readonly table: string;
  /** Of a function, with the types of its arguments; of all but columns, constraints and triggers, with the schema of jobs. */
  readonly name: string;
  /** What PostgreSQL makes it of. Of a table, what the application may do with it; of a column, its type and whether it is NOT NULL. */
  readonly definition: string;
}

/** One that is there. */
export interface LiveObject extends SchemaObject {
  /** Why it does not work all the same; null if it does. */
  readonly fault: 'disabled' | 'invalid' | 'not validated' | 'forbidden' | null;
}

/** Ends the definition of a column. */
export const NOT_NULL = ' NOT NULL';

/** What an extension of PostgreSQL has made comes and goes with that. */
const ofPostgresExtension = (catalog: string, id: string): string => `EXISTS (
  SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = ${id} AND deptype = 'e')`;

/** `O` is enabled, `A` always. */
const DISABLED = `tgenabled NOT IN ('O', 'A')`;
const VALID = 'indisvalid AND indisready AND indislive';

/** Ours, and that of the job library, whose tables hold the parts of other tables: the one for all queues of ours is fixed. */
const SCHEMAS = `IN ('public'::regnamespace, to_regnamespace('pgboss'))`;
const PART_OF_JOBS = 'job_common';

/** The name of an object as our search path finds it. */
const named = (schema: string, name: string): string =>
  `CASE WHEN ${schema} <> 'public'::regnamespace THEN ${schema}::regnamespace || '.' ELSE '' END || ${name}`;

const TABLES = `
  SELECT oid AS id, ${named('relnamespace', 'relname')} AS name FROM pg_class
  WHERE relnamespace ${SCHEMAS} AND relkind IN ('r', 'p')
    AND (NOT relispartition OR relname = '${PART_OF_JOBS}')
    AND NOT ${ofPostgresExtension('pg_class', 'pg_class.oid')}`;

/**
 * The objects that are there, in the order in which they can be made. PostgreSQL 14 to 18 write the definitions alike. An
 * index of a key is part of the key, as is that of a part of a table; a foreign key is enforced by triggers of its own, on both tables.
 * @param $1 the names of those to read, all if it is null.
 */
export const LIVE_OBJECTS = `
  WITH tables AS (${TABLES})
  SELECT kind, "table", name, definition, fault FROM (
    SELECT 1 AS place, 'table' AS kind, name AS "table", name, concat_ws(', ',
        CASE WHEN has_table_privilege(id, 'DELETE') THEN 'DELETE' END,
        CASE WHEN has_table_privilege(id, 'INSERT') THEN 'INSERT' END,
        CASE WHEN has_table_privilege(id, 'SELECT') THEN 'SELECT' END,
        CASE WHEN has_any_column_privilege(id, 'UPDATE') THEN 'UPDATE' END
      ) AS definition, NULL AS fault
    FROM tables
    UNION ALL
    SELECT 2, 'column', tables.name, attname::text,
      format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN '${NOT_NULL}' ELSE '' END, NULL
    FROM pg_attribute JOIN tables ON id = attrelid WHERE attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT 3, 'function', '', ${named('pronamespace', 'proname')} || '(' || replace(oidvectortypes(proargtypes), 'public.', '') || ')',
      pg_get_functiondef(pg_proc.oid),
      CASE WHEN NOT has_function_privilege(pg_proc.oid, 'EXECUTE') THEN 'forbidden' END
    FROM pg_proc
    WHERE pronamespace ${SCHEMAS} AND prokind IN ('f', 'p')
      AND NOT ${ofPostgresExtension('pg_proc', 'pg_proc.oid')}
    UNION ALL
    SELECT CASE contype WHEN 'f' THEN 5 ELSE 4 END, 'constraint', tables.name, conname::text,
      pg_get_constraintdef(pg_constraint.oid),
      CASE
        WHEN NOT convalidated THEN 'not validated'
        WHEN NOT (${VALID}) AND contype IN ('p', 'u', 'x') THEN 'invalid'
        WHEN EXISTS (SELECT FROM pg_trigger WHERE tgconstraint = pg_constraint.oid AND ${DISABLED}) THEN 'disabled'
      END
    FROM pg_constraint JOIN tables ON id = conrelid LEFT JOIN pg_index ON indexrelid = conindid
    WHERE contype IN ('p', 'u', 'x', 'c', 'f') AND conparentid = 0
    UNION ALL
    SELECT 6, 'index', tables.name, ${named('relnamespace', 'relname')}, pg_get_indexdef(indexrelid),
      CASE WHEN NOT (${VALID}) THEN 'invalid' END
    FROM pg_index JOIN tables ON id = indrelid JOIN pg_class ON pg_class.oid = indexrelid
    WHERE NOT EXISTS (
      SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT 7, 'trigger', tables.name, tgname::text, pg_get_triggerdef(pg_trigger.oid),
      CASE WHEN ${DISABLED} THEN 'disabled' END
    FROM pg_trigger JOIN tables ON id = tgrelid WHERE NOT tgisinternal
  ) object
  WHERE $1::text[] IS NULL OR name = ANY ($1)
  ORDER BY place, "table" COLLATE "C", name COLLATE "C"`;

/** The same text for the same object, whatever it is. */
export function keyOf({ kind, table, name }: SchemaObject): string {
  return `${kind} ${table} ${name}`;
}
