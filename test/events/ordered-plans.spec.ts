import { READ_PAGE } from '../../src/events/ordered/account-events.repository.js';
import { FIND_DUE } from '../../src/events/ordered/listener-positions.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let db: TestDatabase;

/** Triggers would chain each row, which is not what the plans are about. */
const FILL = `
  BEGIN;
  ALTER TABLE account_events DISABLE TRIGGER USER;
  ALTER TABLE ledger_entries DISABLE TRIGGER USER;
  INSERT INTO accounts (id, name, email) SELECT id, 'a' || id, id || '@a.example' FROM generate_series(1, 200) id;
  INSERT INTO account_events (account_id, number, type, order_id, previous_hash, hash)
  SELECT account, number, 'accepted', 'ID_' || number, '', sha256(number::text::bytea)
  FROM generate_series(1, 200) account, generate_series(1, 200) number;
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, note, actor, previous_hash, entry_hash)
  SELECT account, number, kind, CASE kind WHEN 'debit' THEN -1 ELSE 1 END, 1, CASE kind WHEN 'debit' THEN 'ID_' || number END,
         '', 'test', '', sha256(number::text::bytea)
  FROM generate_series(1, 200) account, generate_series(1, 200) number,
       LATERAL (SELECT CASE WHEN number % 20 = 1 THEN 'deposit' ELSE 'debit' END AS kind) kinds;
  ALTER TABLE account_events ENABLE TRIGGER USER;
  ALTER TABLE ledger_entries ENABLE TRIGGER USER;
  COMMIT`;

beforeAll(async () => {
  // A shop of its own: its rows are made to be many.
  db = await createTestDatabase();
  await db.query(FILL);
  await db.query('ANALYZE account_events, ledger_entries, accounts');
});
afterAll(() => db.drop());

/** What a plan reads, as `Index Scan ledger_entries_by_hand`, and the triggers that were called. */
async function planOf(statement: string, values: unknown[]): Promise<string> {
  const rows = await db.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, values);
  return JSON.stringify(rows);
}

const scanned = (plan: string): string[] => [
  ...new Set(
    [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(([, name]) =>
      String(name),
    ),
  ),
];

it('a page of events is read by index, however long the account and its ledger', async () => {
  const plan = await planOf(READ_PAGE, [7, 190, '0'.repeat(16), 161, '0'.repeat(16), 100]);
  expect(scanned(plan).filter((table) => table !== 'orders')).toEqual([]);
  expect(plan).toContain('ledger_entries_by_hand');
});

it('accounts with something new are found by the ends of both chains', async () => {
  await db.query(`INSERT INTO ordered_listeners (extension, listener) VALUES ('acme', 'file')`);
  const plan = await planOf(FIND_DUE, [['acme'], ['file']]);
  expect(scanned(plan)).not.toContain('account_events');
  expect(scanned(plan)).not.toContain('ledger_entries');
  expect(plan).toContain('ledger_entries_by_hand');
});

it('the charge of an order does not call the trigger that places deposits', async () => {
  const plan = (kind: string, amount: number, order: string | null) =>
    planOf(
      `WITH moved AS (
         UPDATE accounts SET ledger_sequence = ledger_sequence + 1, balance = balance + $2::numeric WHERE id = 201
         RETURNING ledger_sequence, balance)
       INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
       SELECT 201, ledger_sequence, $1, $2::numeric, balance, $3, 'test' FROM moved`,
      [kind, amount, order],
    );
  await db.query(`INSERT INTO accounts (id, name, email) VALUES (201, 'b', 'b@a.example')`);
  expect(await plan('deposit', 5, null)).toContain('ledger_entries_place');
  expect(await plan('debit', -1, 'ID_1')).not.toContain('ledger_entries_place');
});
