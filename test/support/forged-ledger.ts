import type { TestDatabase } from './test-database.js';

/** Changes the ledger with its triggers disabled, as only the owner of the tables can. */
export async function forge(db: TestDatabase, ...statements: string[]): Promise<void> {
  const guards = ['DISABLE', 'ENABLE'].map(
    (word) => `ALTER TABLE ledger_entries ${word} TRIGGER USER`,
  );
  // Statements that are sent in one text are one transaction.
  await db.query([guards[0], ...statements, guards[1]].join(';'));
}

/** Computes all commitments and hashes of an account's entries anew, so that its chain is consistent. */
export const RECHAIN = (accountId: number): string => `
  DO $$
  DECLARE
    entry ledger_entries;
    previous bytea := decode(repeat('00', 32), 'hex');
  BEGIN
    UPDATE ledger_entries SET commitments = ledger_text_commitments(salts, reference, note, actor)
    WHERE account_id = ${accountId} AND salts IS NOT NULL;
    FOR entry IN SELECT * FROM ledger_entries WHERE account_id = ${accountId} ORDER BY sequence LOOP
      UPDATE ledger_entries SET previous_hash = previous, entry_hash = ledger_entry_hash(previous, entry)
      WHERE account_id = entry.account_id AND sequence = entry.sequence RETURNING entry_hash INTO previous;
    END LOOP;
  END $$`;
