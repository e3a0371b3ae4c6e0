import type { TestDatabase } from './test-database.js';

/** An event as its row tells it. */
export interface EventRow {
  readonly number: string;
  readonly type: string;
  readonly order_id: string;
  readonly amount: string | null;
  readonly salts: Buffer | null;
  readonly commitments: Buffer | null;
}

/** The events of an account, in the order of their numbers. */
export function eventRows(db: TestDatabase, accountId: number): Promise<EventRow[]> {
  return db.query<EventRow & Record<string, unknown>>(
    'SELECT * FROM account_events WHERE account_id = $1 ORDER BY number',
    [accountId],
  );
}

/** The same as `1 placed ID_…`. */
export async function eventsOf(db: TestDatabase, accountId: number): Promise<string[]> {
  const rows = await eventRows(db, accountId);
  return rows.map(({ number, type, order_id: order }) => `${number} ${type} ${order}`);
}

/** The types of the events of an order, in their order. */
export async function eventTypes(db: TestDatabase, orderId: string): Promise<string[]> {
  const rows = await db.query<{ type: string }>(
    'SELECT type FROM account_events WHERE order_id = $1 ORDER BY number',
    [orderId],
  );
  return rows.map(({ type }) => type);
}

/** Changes the events and what they tell of with all triggers disabled, as only the owner of the tables can. */
export async function forgeEvents(db: TestDatabase, ...statements: string[]): Promise<void> {
  const tables = ['account_events', 'orders', 'ledger_entries'];
  const guards = ['DISABLE', 'ENABLE'].map((word) =>
    tables.map((table) => `ALTER TABLE ${table} ${word} TRIGGER USER`).join(';'),
  );
  // Statements that are sent in one text are one transaction.
  await db.query([guards[0], ...statements, guards[1]].join(';'));
}
