import { readFileSync, writeFileSync } from 'node:fs';
import { isEssential } from '../../src/database/schema/essential-objects.js';
import {
  schemaDifferences,
  unlistedObjects,
} from '../../src/database/schema/schema-differences.js';
import { soukList } from '../../src/database/schema/schema-list.js';
import {
  keyOf,
  LIVE_OBJECTS,
  NOT_NULL,
  type LiveObject,
  type SchemaObject,
} from '../../src/database/schema/schema-objects.js';
import { differenceText } from '../../src/database/schema/difference-text.js';
import { remedyText } from '../../src/upkeep/doctor/schema-remedy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { onServer } from '../support/server-connection.js';

const FILE = new URL('../../assets/schema-objects.jsonl', import.meta.url);

let db: TestDatabase;

beforeAll(async () => {
  // A shop of its own: its schema must be as migrations make it.
  db = await createTestDatabase();
});

afterAll(() => db.drop());

const asApplication = async (): Promise<LiveObject[]> =>
  onServer(db.url, async (client) => (await client.query<LiveObject>(LIVE_OBJECTS, [null])).rows);

function lineOf({ kind, table, name, definition }: SchemaObject): string {
  return `${JSON.stringify({ kind, table, name, definition })}\n`;
}

/** `npm run schema:record` writes the file. A migration that makes or takes away an object changes it. */
it('the recorded list is what the migrations make', async () => {
  const lines = (await asApplication()).map(lineOf).join('');
  if (process.env.SCHEMA_OBJECTS === 'write') writeFileSync(FILE, lines);
  expect(readFileSync(FILE, 'utf8')).toBe(lines);
});

it('the list is kept in the database', async () => {
  const rows = await db.query('SELECT extension, objects FROM schema_objects');
  expect(rows).toEqual([{ extension: '', objects: soukList().objects }]);
});

it('what is said about anything that is lost makes it again, as it was', async () => {
  const { objects } = soukList();
  // A shop of its own: what is made again may be written with other brackets.
  const damaged = await createTestDatabase();
  onTestFinished(() => damaged.drop());
  await onServer(damaged.directUrl, async (client) => {
    const read = async () => (await client.query<LiveObject>(LIVE_OBJECTS, [null])).rows;
    const { rows } = await client.query<{ key: string }>(KEPT_COLUMNS);
    const kept = new Set(rows.map(({ key }) => key));
    const lost = objects.filter(
      (object) => dropOf(object) !== undefined && !kept.has(keyOf(object)),
    );
    for (const object of lost.toReversed()) await client.query(dropOf(object) ?? '');
    const differences = schemaDifferences(objects, await read());
    for (const difference of differences) {
      const [, statement = ''] = /tables: (.*)$/s.exec(remedyText(difference)) ?? [];
      await client.query(statement);
    }
    expect(differences.map(({ object }) => object)).toEqual(lost);
    expect(new Set(differences.map(({ fault }) => fault))).toEqual(
      new Set(['missing', 'nullable']),
    );
    const live = await read();
    expect(schemaDifferences(objects, live).map(differenceText)).toEqual([]);
    expect(unlistedObjects(objects, live)).toEqual([]);
  });
});

/** Columns that are NOT NULL since they are identities, or of tables and their parts, which change together. */
const KEPT_COLUMNS = `
  SELECT 'column ' || attrelid::regclass || ' ' || attname AS key
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE attidentity <> '' OR relispartition OR relkind = 'p'`;

/** Undefined for tables, other columns and functions, whose loss takes all else along. */
function dropOf({ kind, table, name, definition }: SchemaObject): string | undefined {
  if (kind === 'constraint') return `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  if (kind === 'index') return `DROP INDEX ${name}`;
  if (kind === 'trigger') return `DROP TRIGGER ${name} ON ${table}`;
  if (kind === 'function' || !definition.endsWith(NOT_NULL)) return undefined;
  return `ALTER TABLE ${table} ALTER COLUMN ${name} DROP NOT NULL`;
}

it('a server insists on what money and revocation rest on, and on no more', () => {
  const essential = soukList().objects.filter(isEssential);
  const count = (kind: string): number => essential.filter((object) => object.kind === kind).length;
  expect(count('function')).toBe(6);
  expect(essential.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['order_keys_pkey', 'orders_pkey', 'stock_codes_code_hash_key'],
      ...['supplier_attempts_attempt_uuid_key', 'access_tokens_token_hash_key'],
      ...['ledger_entries_reference_key', 'ledger_entries_movement_key'],
      ...['ledger_entries_append_only', 'ledger_entries_chain'],
      ...['accounts_balance_within_credit'],
      ...['access_tokens_note_update', 'accounts_raise_access_revision'],
      ...['allowed_ips_raise_access_revision', 'maintenance_raise_access_revision'],
      ...['products_note_update', 'price_rules_note_insert', 'visibility_rules_note_delete'],
    ]),
  );
  expect(essential.map(({ name }) => name)).not.toContain('orders_account_time_idx');
  expect(essential.length).toBeLessThan(90);
});
