import type { TestDatabase } from './test-database.js';

/** What the owner of the tables can do: change the books past every rule of the schema. */
export async function forge(db: TestDatabase, ...statements: string[]): Promise<void> {
  const guards = ['DISABLE', 'ENABLE'].map(
    (word) => `ALTER TABLE ledger_entries ${word} TRIGGER USER`,
  );
  // Sent together they are one transaction.
  await db.query([guards[0], ...statements, guards[1]].join(';'));
}

/** Makes the whole chain of an account fit again, so that it is sound in itself. */
export const RECHAIN = (accountId: number): string => `
  DO $$
  DECLARE
    entry ledger_entries;
    previous bytea := decode(repeat('00', 32), 'hex');
  BEGIN
    FOR entry IN SELECT * FROM ledger_entries WHERE account_id = ${accountId} ORDER BY sequence LOOP
      UPDATE ledger_entries SET previous_hash = previous, entry_hash = ledger_entry_hash(previous, entry)
      WHERE account_id = entry.account_id AND sequence = entry.sequence RETURNING entry_hash INTO previous;
    END LOOP;
  END $$`;
