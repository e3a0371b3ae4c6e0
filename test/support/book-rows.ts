import type { TestDatabase } from './test-database.js';

/** What a set-up by SQL may choose of orders. */
interface OrderRows {
  readonly count: number;
  readonly productId?: number;
  readonly status?: 'wait' | 'reject';
  /** Of the first one; each of the others is a second later. */
  readonly from?: string;
  /** Seconds between two orders; 0 gives all the same time. */
  readonly seconds?: number;
}

let lastOrder = 0;

/** Inserts orders without keys and charges, for reads alone. @returns their ids, the oldest first */
export async function insertOrders(
  db: TestDatabase,
  accountId: number,
  rows: OrderRows,
): Promise<string[]> {
  const { count, productId = 1, status = 'wait' } = rows;
  const { from = '2026-01-01T00:00:00Z', seconds = 1 } = rows;
  const numbers = Array.from({ length: count }, () => ++lastOrder);
  const inserted = await db.query<{ id: string }>(
    `INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
                         total, field_schema, sent_fields, fields, extra_parameters, status,
                         decided_by, decided_at, created_at)
     SELECT $1, 'ID_' || lpad(to_hex(number), 16, '0'), 'key-' || number, $3, '60 UC', 1, 1, 1,
            '[]', '[]', '{}', '[]', $4::text, nullif('test', CASE $4::text WHEN 'wait' THEN 'test' END),
            CASE $4::text WHEN 'wait' THEN NULL ELSE now() END,
            $5::timestamptz + (place - 1) * $6::integer * interval '1 second'
     FROM unnest($2::integer[]) WITH ORDINALITY AS one (number, place)
     RETURNING order_id AS id`,
    [accountId, numbers, productId, status, from, seconds],
  );
  return inserted.map(({ id }) => id);
}

/** Inserts deposits of 1 USD after those that an account has; each is a second later than the one before. */
export async function insertEntries(
  db: TestDatabase,
  accountId: number,
  {
    count,
    actor = 'shop',
    reference,
    from = '2026-01-01T00:00:00Z',
  }: { count: number; actor?: string; reference?: string; from?: string },
): Promise<void> {
  await db.query(
    `WITH moved AS (
       UPDATE accounts SET balance = balance + $2::integer, ledger_sequence = ledger_sequence + $2::integer
       WHERE id = $1 RETURNING ledger_sequence - $2::integer AS before, balance - $2::integer AS had
     )
     INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor, reference, created_at)
     SELECT $1, before + step, 'deposit', 1, had + step, $3, $5,
            $4::timestamptz + (before + step) * interval '1 second'
     FROM moved, generate_series(1, $2::integer) step ORDER BY step`,
    [accountId, count, actor, from, reference],
  );
}
