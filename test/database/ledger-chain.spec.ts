import * as fc from 'fast-check';
import { DataSource } from 'typeorm';
import {
  entryFault,
  headOf,
  NO_ENTRIES,
  type ChainedEntry,
} from '../../src/account/ledger/ledger-chain.js';
import { entryHash, NO_ENTRY_HASH } from '../../src/account/ledger/ledger-hash.js';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../support/migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

type Row = ChainedEntry;

const READ = `
  SELECT account_id::text AS "accountId", sequence::text, kind, amount::text,
         balance_after::text AS "balanceAfter", order_id AS "orderId", reference, note, actor,
         to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt",
         encode(commitments, 'hex') AS commitments, salts, previous_hash AS "previousHash", entry_hash AS "entryHash"
  FROM ledger_entries ORDER BY account_id, ledger_entries.sequence`;

/** Any text that PostgreSQL takes: every script, emoji, right to left, empty, long. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom('', ' ', '-', '-,', '1:a,', 'متجر ١٢٣', '🎮👨‍👩‍👧', '‮abc', 'x'.repeat(20_000)),
);

const anyTime = fc
  .bigInt({ min: 0n, max: 4_102_444_800_000_000n })
  .map((micros) => `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`);

const anyAmount = fc
  .bigInt({ min: -(10n ** 19n), max: 10n ** 19n })
  .filter((units) => units !== 0n)
  .map((units) => {
    const digits = String(units < 0n ? -units : units).padStart(9, '0');
    return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
  });

describe('the chain of the ledger', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    // A shop of its own: it reads the whole ledger, which nothing removes.
    database = await createTestDatabase();
    await database.query("INSERT INTO accounts (name) SELECT 'Acme' FROM generate_series(1, 3)");
  });

  afterEach(() => database.drop());

  const insert = (columns: string, values: string) =>
    database.query(
      `INSERT INTO ledger_entries (account_id, kind, actor, sequence, amount, balance_after ${columns})
       VALUES (1, 'deposit', 'test', ${values})`,
    );

  const setForm = (commitsTexts: boolean) =>
    database.query('UPDATE shop_identity SET commits_ledger_texts = $1', [commitsTexts]);

  const expectChained = (rows: readonly Row[]) => {
    let previous: Row | undefined;
    for (const row of rows) {
      const before = previous?.accountId === row.accountId ? headOf(previous) : NO_ENTRIES;
      expect([row, entryFault(before, row)]).toEqual([row, undefined]);
      previous = row;
    }
  };

  it.each([true, false])(
    'is computed alike by the database and in TypeScript, whatever the texts; committed to: %s',
    async (commitsTexts) => {
      await setForm(commitsTexts);
      let sequence = 0;
      let balance = '0';
      const entry = fc.tuple(anyAmount, anyText, fc.option(anyText), anyText, anyTime);
      await fc.assert(
        fc.asyncProperty(entry, async ([amount, note, orderId, actor, time]) => {
          sequence += 1;
          // An adjustment may be of either sign, and any kind but a deposit may carry an order.
          const kind =
            orderId === null ? 'adjustment' : amount.startsWith('-') ? 'debit' : 'refund';
          const [row] = await database.query<{ balance: string }>(
            `INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id,
                                       reference, note, actor, created_at)
           VALUES (1, $1, $2, $3, $4::numeric + $3::numeric, $5, $6, $7, $8, to_timestamp($9::numeric))
           RETURNING balance_after AS balance`,
            [
              sequence,
              kind,
              amount,
              balance,
              orderId === null ? null : `${sequence}${orderId}`.slice(0, 300),
              orderId === null ? `${sequence}${note}`.slice(0, 300) : null,
              `.${note}`,
              actor,
              time,
            ],
          );
          balance = row?.balance ?? '';
        }),
        { numRuns: 200 },
      );
      const rows = await database.query<Row>(READ);
      expect(rows).toHaveLength(200);
      expect(rows.every(({ commitments }) => (commitments !== null) === commitsTexts)).toBe(true);
      expectChained(rows);
    },
  );

  it('commits to nothing for the debit of an order, and to all texts of others', async () => {
    await insert('', '1, 10, 10');
    await database.query(`
      INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
      VALUES (1, 2, 'debit', -1, 9, 'ID_1', 'api')`);
    const [deposit, debit] = await database.query<Row>(READ);
    expect([deposit?.commitments?.length, deposit?.salts?.length]).toEqual([128, 32]);
    expect(debit).toMatchObject({ commitments: '', salts: null });
  });

  it('goes on in the other form, and takes entries in the form that they have', async () => {
    await setForm(false);
    await insert('', '1, 10, 10');
    await setForm(true);
    await insert(', note', "2, 1, 11, 'x'");
    const before = await database.query<Row>(READ);
    expectChained(before);
    expect(before.map(({ commitments }) => commitments?.length)).toEqual([undefined, 128]);
    // A shop of its own: it restores a ledger.
    const copy = await createTestDatabase();
    await copy.query("INSERT INTO accounts (name) VALUES ('Acme')");
    const restored = (note: string, salts: string) => `
      INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, reference, note, actor, created_at,
                                  previous_hash, entry_hash, salts, commitments)
      SELECT (json->>'account_id')::integer, (json->>'sequence')::bigint, json->>'kind', (json->>'amount')::numeric,
             (json->>'balance_after')::numeric, json->>'reference', ${note}, json->>'actor', (json->>'created_at')::timestamptz,
             (json->>'previous_hash')::bytea, (json->>'entry_hash')::bytea, ${salts}, (json->>'commitments')::bytea
      FROM json_array_elements($1::json) json`;
    const [{ rows }] = (await database.query<{ rows: unknown }>(
      'SELECT json_agg(entry ORDER BY sequence) AS rows FROM ledger_entries entry',
    )) as [{ rows: unknown }];
    const entries = [JSON.stringify(rows)];
    const [note, salts] = ["json->>'note'", "(json->>'salts')::bytea"];
    await expect(copy.query(restored(`${note} || '!'`, salts), entries)).rejects.toThrow(
      'another entry',
    );
    await expect(copy.query(restored(note, `${salts} || ${salts}`), entries)).rejects.toThrow(
      'another entry',
    );
    await copy.query(restored(note, salts), entries);
    expect(await copy.query<Row>(READ)).toEqual(before);
    await copy.drop();
  });

  it('goes on within one statement, an account each', async () => {
    await database.query(`
      INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
      SELECT account, entry, 'deposit', 2, 2 * entry, 'test'
      FROM generate_series(1, 3) account, generate_series(1, 50) entry`);
    expectChained(await database.query<Row>(READ));
  });

  it('takes hashes that are given only when they are the right ones', async () => {
    await insert('', '1, 10, 10');
    const [first] = await database.query<Row>(READ);
    const hash = (buffer: Buffer) => `'\\x${buffer.toString('hex')}'`;
    const wrong = hash(Buffer.alloc(32, 7));
    await expect(insert(', entry_hash', `2, 1, 11, ${wrong}`)).rejects.toThrow('another entry');
    await expect(insert(', previous_hash', `2, 1, 11, ${wrong}`)).rejects.toThrow('another entry');
    await insert(', previous_hash', `2, 1, 11, ${hash(first?.entryHash ?? NO_ENTRY_HASH)}`);
    expectChained(await database.query<Row>(READ));
  });

  it('refuses times that no clock shows', async () => {
    for (const time of ['infinity', '10000-01-01Z', '0001-01-01Z BC']) {
      await expect(insert(', created_at', `1, 1, 1, '${time}'`)).rejects.toThrow(
        /none that a ledger can have|null value/,
      );
    }
  });
});

describe('entries from before the chain', () => {
  it('are chained by the migration as they are, wrong ones too', async () => {
    // A shop of its own: the oldest migrations begin in an empty database.
    const database = await createTestDatabase({ empty: true });
    const options = dataSourceOptions({ url: database.url, poolSize: 1, statementTimeout: false });
    const older = await new DataSource({
      ...options,
      migrations: MIGRATIONS.slice(0, 3),
    }).initialize();
    await older.runMigrations().finally(() => older.destroy());
    await database.query(`
      INSERT INTO accounts (name, balance) VALUES ('Acme', 3), ('Zeta', 5), ('Empty', 0);
      INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, note, actor)
        VALUES (1, 1, 'deposit', 1, 1, 'متجر 🎮', 'test'), (2, 1, 'deposit', 5, 6, '', 'test'),
               (1, 2, 'deposit', 2, 3, '', 'test'), (2, 3, 'deposit', 1, 1, '', 'test')`);

    await migrate(database.url);

    const rows = await database.query<Row>(READ);
    const previous = new Map<string, Buffer>();
    for (const row of rows) {
      const before = previous.get(row.accountId) ?? NO_ENTRY_HASH;
      expect(row.entryHash).toEqual(entryHash(before, row));
      previous.set(row.accountId, row.entryHash);
    }
    expect(rows).toHaveLength(4);
    await expect(database.query('DELETE FROM ledger_entries')).rejects.toThrow('append-only');
    await database.drop();
  });
});
