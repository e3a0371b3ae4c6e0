import type { EncryptedColumn } from './encrypted-columns.js';

/** The primary key of a row, in the order of the column's `key`. */
export type RowKey = readonly unknown[];

/** The next $1 orders with unencrypted codes, after the order $2, $3, or with nulls from the first one on. */
export const SELECT_PLAIN_CODES = `
  SELECT delivered_codes AS codes, 'order:' || account_id || ':' || order_id AS about,
         json_build_array(account_id, order_id) AS key
  FROM orders
  WHERE delivered_codes IS NOT NULL
    AND ($2::integer IS NULL OR (account_id, order_id) > ($2::integer, $3::text))
  ORDER BY account_id, order_id LIMIT $1`;

/** An order to which codes were added meanwhile has all of them encrypted already. */
export const UPDATE_PLAIN_CODES = `
  UPDATE orders SET delivered_codes = NULL, sealed_codes = fresh.sealed
  FROM unnest($1::integer[], $2::text[], $3::bytea[]) AS fresh (account_id, order_id, sealed)
  WHERE (orders.account_id, orders.order_id) = (fresh.account_id, fresh.order_id)
    AND delivered_codes IS NOT NULL`;

/**
 * Selects at most $2 values that do not start with the prefix $1, which the newest key gives to its values. The highest
 * primary keys come first: orders take the codes with the lowest ones, so both rarely need the same row.
 * @param isContinued true if the primary key of the previous row is passed, from $3 on.
 */
export function selectEncrypted(
  { table, key, column, about }: EncryptedColumn,
  isContinued: boolean,
): string {
  const places = key.map((_, index) => `$${index + 3}`);
  const before = isContinued ? `AND (${key.join()}) < (${places.join()})` : '';
  return `
    SELECT ${column} AS encrypted, ${about} AS about, json_build_array(${key.join()}) AS key
    FROM ${table} WHERE substring(${column} from 1 for 5) <> $1 ${before}
    ORDER BY ${key.map((name) => `${name} DESC`).join()} LIMIT $2`;
}

/** $1 is a JSON list of rows of the table, $2 the values that were read. A value that has changed since is kept. */
export function updateEncrypted({ table, key, column, hash }: EncryptedColumn): string {
  const names = [column, ...(hash ? [hash.column] : [])];
  const same = key.map((name) => `old.${name} = fresh.${name}`);
  return `
    UPDATE ${table} old SET ${names.map((name) => `${name} = fresh.${name}`).join()}
    FROM json_populate_recordset(NULL::${table}, $1::json) WITH ORDINALITY AS fresh
    WHERE ${same.join(' AND ')} AND old.${column} = ($2::bytea[])[fresh.ordinality]`;
}
