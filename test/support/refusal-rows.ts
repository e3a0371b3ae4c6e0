import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import type { TestDatabase } from './test-database.js';
import type { TestShop } from './test-shop.js';
import { until } from './until.js';

/** A row of the journal of refused orders. */
export interface RefusalRow {
  readonly account_id: number;
  readonly order_uuid: string | null;
  readonly product_id: number | null;
  readonly code: number;
  readonly reason: string;
  readonly address: string | null;
  readonly request_id: string;
}

/** The rows of an account, oldest first. */
export function refusalRows(
  db: Pick<TestDatabase, 'query'>,
  accountId: number,
): Promise<RefusalRow[]> {
  return db.query<RefusalRow & Record<string, unknown>>(
    `SELECT account_id, order_uuid, product_id, code, reason, host(address) AS address, request_id
     FROM order_refusals WHERE account_id = $1 ORDER BY at, id`,
    [accountId],
  );
}

/** Resolves when no refusal waits to be written; the journal is asked at once, where it looks four times a second itself. */
export async function refusalsWritten(shop: Pick<TestShop, 'service'>): Promise<void> {
  const journal = shop.service(RefusalJournal);
  const { task } = journal as unknown as { task: { runNow(): void } };
  await until(() => {
    task.runNow();
    return journal.waiting === 0;
  });
}
