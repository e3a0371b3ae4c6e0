import type { TestDatabase } from '../../support/test-database.js';

/** What a table, or one of its indexes, takes on disk. */
export interface StoredBytes {
  readonly table: string;
  /** Null for the table itself with its large values. */
  readonly index: string | null;
  readonly bytes: number;
}

/** Tables whose rows come with orders, and stay. Events are counted apart. */
const TABLES_OF_ORDERS = [
  ...['orders', 'order_keys', 'ledger_entries', 'order_search_values', 'order_search_keys'],
  'account_events',
];
export const EVENTS = 'account_events';

/** The tables that grow with orders and their indexes, each table before its indexes. */
export function storedBytes(db: Pick<TestDatabase, 'query'>): Promise<StoredBytes[]> {
  return db.query<{ table: string; index: string | null; bytes: number }>(STORED_BYTES, [
    TABLES_OF_ORDERS,
  ]);
}

/** A page that a run has just begun counts as one of 8 kB. */
const STORED_BYTES = `
  SELECT named.name AS table, relation.index, relation.bytes::float8 AS bytes
  FROM unnest($1::text[]) WITH ORDINALITY AS named (name, place) CROSS JOIN LATERAL (
    SELECT NULL AS index, pg_table_size(named.name::regclass) AS bytes
    UNION ALL SELECT indexrelid::regclass::text, pg_relation_size(indexrelid)
    FROM pg_index WHERE indrelid = named.name::regclass
  ) relation
  ORDER BY named.place, relation.index NULLS FIRST`;

/** Bytes of one order, without its events. */
export function bytesAnOrder(stored: readonly StoredBytes[], orders: number): number {
  const others = stored.filter(({ table }) => table !== EVENTS);
  return others.reduce((sum, { bytes }) => sum + bytes, 0) / orders;
}
