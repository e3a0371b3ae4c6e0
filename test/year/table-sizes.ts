import type { TestDatabase } from '../support/test-database.js';

/** Bytes of a table or an index. */
export interface RelationSize {
  readonly table: string;
  /** Undefined for the table itself. */
  readonly index: string | undefined;
  readonly bytes: number;
}

/** Of all that grows with orders, the largest table first, each followed by its indexes. */
export async function tableSizes(db: TestDatabase): Promise<RelationSize[]> {
  const rows = await db.query<{ table: string; index: string | null; bytes: string }>(SIZES);
  return rows.map(({ table, index, bytes }) => ({
    table,
    index: index ?? undefined,
    bytes: Number(bytes),
  }));
}

/** Of the whole database. */
export async function databaseBytes(db: TestDatabase): Promise<number> {
  const [row] = await db.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(row?.bytes);
}

/** Tables that name an order, and what orders are found by. */
const SIZES = `
  WITH tables AS (
    SELECT oid, relname AS table FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND (relname IN ('order_search_keys') OR EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'order_id' AND NOT attisdropped))
  ), sizes AS (
    SELECT "table", NULL AS index, pg_table_size(oid) AS bytes FROM tables
    UNION ALL
    SELECT "table", indexrelid::regclass::text, pg_relation_size(indexrelid) FROM tables JOIN pg_index ON indrelid = oid
  )
  SELECT *, sum(bytes) OVER (PARTITION BY "table") AS whole FROM sizes
  ORDER BY whole DESC, "table", index NULLS FIRST`;
