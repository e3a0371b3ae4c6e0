import { randomUUID } from 'node:crypto';
import { MIGRATIONS } from '../support/migrations.js';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { souk, soukJson } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startTestShop } from '../support/test-shop.js';

/** Faults that the rules of the schema would prevent, and the check that must find each. */
const FAULTS = [
  ['balances', 'UPDATE accounts SET balance = balance + 1'],
  ['ledger sequence', 'UPDATE accounts SET ledger_sequence = ledger_sequence + 1'],
  ['ledger sequence', 'DELETE FROM ledger_entries WHERE sequence = 1'],
  ['ledger chain', 'UPDATE ledger_entries SET balance_after = 7 WHERE sequence = 1'],
  ['ledger chain', "UPDATE ledger_entries SET note = 'x' WHERE sequence = 1"],
  [
    'stopped orders',
    "UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'entry 1: x'",
  ],
  ['audit', "INSERT INTO audit_entries (at, actor, action) VALUES ('2026-01-31', 'x', 'migrate')"],
  ['charges', "DELETE FROM ledger_entries WHERE kind = 'debit'"],
  ['charges', "UPDATE orders SET status = 'reject', decided_at = now()"],
  ['charges', 'UPDATE orders SET rehearsal = true'],
  [
    'charges',
    `INSERT INTO ledger_entries
       (account_id, sequence, kind, amount, balance_after, order_id, note, actor, previous_hash, entry_hash)
     SELECT account_id, 3, 'refund', 1, 10, order_id, '', 'x', sha256(''), sha256('') FROM orders`,
  ],
  [
    'charges',
    `INSERT INTO ledger_entries
       (account_id, sequence, kind, amount, balance_after, order_id, reference, note, actor, previous_hash, entry_hash)
     SELECT account_id, 3, 'reversal', 1, 10, order_id, 'r', 'x', 'x', sha256(''), sha256('') FROM orders`,
  ],
  ['charges', "UPDATE orders SET status = 'accept', decided_at = now(), refunded = 1"],
  ['ledger orders', 'DELETE FROM orders'],
  ['order keys', 'DELETE FROM order_keys'],
  ['order keys', 'UPDATE order_keys SET order_uuid = 1'],
  ['order keys', "INSERT INTO order_keys VALUES (1, 'of no order', 'ID_0123456789abcdef')"],
  ['waiting orders', "UPDATE orders SET created_at = now() - interval '2 days'"],
  ['tokens', "UPDATE access_tokens SET expires_at = now() + interval '1 day'"],
  ['lost products', 'UPDATE categories SET deleted_at = now()'],
  ['maintenance', 'UPDATE maintenance SET enabled = true'],
  ['maintenance', 'UPDATE maintenance SET enabled = true, orders_only = true'],
  ['schema', "DELETE FROM schema_migrations WHERE name LIKE 'Orders%'"],
] as const;

const WARNINGS = [
  'waiting orders',
  'tokens',
  'lost products',
  'maintenance',
  'stopped orders',
  'audit',
];

describe('souk doctor', () => {
  /** Of a shop whose server has stopped; each test changes a copy. */
  let sound: TestDatabase;
  let db: TestDatabase;

  beforeAll(async () => {
    // A shop of its own: a doctor examines the whole of it.
    const shop = await startTestShop();
    sound = shop.db;
    const account = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1' });
    await account.api(`/client/api/newOrder/${product}?order_uuid=${randomUUID()}`);
    await shop.stop();
  });

  beforeEach(async () => {
    // A shop of its own: the copy is damaged.
    db = await createTestDatabase({ copyOf: sound });
  });

  afterEach(() => db.drop());

  afterAll(() => sound.drop());

  it('finds nothing in a sound shop', async () => {
    const { code, out } = await souk({ DATABASE_URL: db.url, BACKUP_DIR: 'off' }, 'doctor');
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => !line.startsWith('ok'))).toEqual(['']);
  });

  it.each(FAULTS)('finds a fault in %s after: %s', async (check, statement) => {
    await db.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
    await db.query(statement);
    await db.query('ALTER TABLE ledger_entries ENABLE TRIGGER USER');
    const { code, out } = await souk(db.url, 'doctor', '--json');
    const finding = (JSON.parse(out) as Finding[]).find((candidate) => candidate.check === check);
    const verdict = WARNINGS.includes(check) ? 'warn' : 'fail';
    expect([check, finding?.verdict]).toEqual([check, verdict]);
    expect(code).toBe(verdict === 'fail' ? 1 : 0);
  });

  it('examines a database without a schema and leaves it as it is', async () => {
    // A shop of its own: there is no schema yet.
    const empty = await createTestDatabase({ empty: true });
    const { code, out } = await souk(empty.url, 'doctor');
    expect([code, out]).toEqual([1, expect.stringContaining('run "souk migrate"')]);
    expect(await empty.query("SELECT FROM pg_class WHERE relname = 'accounts'")).toEqual([]);
    const { steps } = await soukJson<{ steps: string[] }>(empty.url, 'migrate');
    expect(steps).toEqual(MIGRATIONS.map(({ name }) => name));
    await empty.drop();
  });
});
