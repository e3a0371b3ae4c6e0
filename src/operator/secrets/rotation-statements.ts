import type { EncryptedColumn } from './encrypted-columns.js';

/** The values that name a row, in the order of the column's `key`. */
export type RowKey = readonly unknown[];

/** $1 rows, behind the key of $2 and $3, or with nulls from the first. */
export const OPEN_CODES = `
  SELECT delivered_codes AS codes, 'order:' || account_id || ':' || order_id AS about,
         json_build_array(account_id, order_id) AS key
  FROM orders
  WHERE delivered_codes IS NOT NULL
    AND ($2::integer IS NULL OR (account_id, order_id) > ($2::integer, $3::text))
  ORDER BY account_id, order_id LIMIT $1`;

export const SEAL_CODES = `
  UPDATE orders SET delivered_codes = NULL, sealed_codes = fresh.sealed
  FROM unnest($1::integer[], $2::text[], $3::bytea[]) AS fresh (account_id, order_id, sealed)
  WHERE (orders.account_id, orders.order_id) = (fresh.account_id, fresh.order_id)`;

/**
 * Rows that do not begin with the mark $1, $2 at most, the last keys first: orders take the first codes of a stock, so
 * that the two hardly ever meet.
 * @param goesOn when the key of the row before follows as $3 and on.
 */
export function selectSealed({ table, key, column, about }: EncryptedColumn, goesOn: boolean): string {
  const places = key.map((_, index) => `$${index + 3}`);
  const before = goesOn ? `AND (${key.join()}) < (${places.join()})` : '';
  return `
    SELECT ${column} AS sealed, ${about} AS about, json_build_array(${key.join()}) AS key
    FROM ${table} WHERE substring(${column} from 1 for 5) <> $1 ${before}
    ORDER BY ${key.map((name) => `${name} DESC`).join()} LIMIT $2`;
}

/** $1 is a JSON list of rows as the table has them, and $2 what stood in the column when each of them was read. */
export function updateSealed({ table, key, column, hash }: EncryptedColumn): string {
  const names = [column, ...(hash ? [hash.column] : [])];
  const same = key.map((name) => `old.${name} = fresh.${name}`);
  return `
    UPDATE ${table} old SET ${names.map((name) => `${name} = fresh.${name}`).join()}
    FROM json_populate_recordset(NULL::${table}, $1::json) WITH ORDINALITY AS fresh
    WHERE ${same.join(' AND ')} AND old.${column} = ($2::bytea[])[fresh.ordinality]`;
}
