import { readFileSync, writeFileSync } from 'node:fs';
import { isEssential } from '../../src/database/schema/essential-objects.js';
import {
  schemaDifferences,
  unlistedObjects,
} from '../../src/database/schema/schema-differences.js';
import { soukList } from '../../src/database/schema/schema-list.js';
import {
  LIVE_OBJECTS,
  type LiveObject,
  type SchemaObject,
} from '../../src/database/schema/schema-objects.js';
import { differenceText } from '../../src/database/schema/difference-text.js';
import { remedyText } from '../../src/operator/doctor/schema-remedy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { onServer } from '../support/server-connection.js';

const FILE = new URL('../../assets/schema-objects.jsonl', import.meta.url);

let db: TestDatabase;

beforeAll(async () => {
  // A shop of its own: its schema is damaged.
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
  const [dropped, live] = await onServer(db.directUrl, async (client) => {
    const read = async () => (await client.query<LiveObject>(LIVE_OBJECTS, [null])).rows;
    for (const object of objects.toReversed()) await client.query(dropOf(object));
    const differences = schemaDifferences(objects, await read());
    for (const difference of differences) {
      const [, statement = ''] = /tables: (.*)$/s.exec(remedyText(difference)) ?? [];
      await client.query(statement);
    }
    return [differences, await read()] as const;
  });
  const lost = objects.filter(({ kind }) => kind !== 'table' && kind !== 'function');
  expect(dropped.map(({ object }) => object)).toEqual(lost);
  expect(new Set(dropped.map(({ fault }) => fault))).toEqual(new Set(['missing']));
  expect(schemaDifferences(objects, live).map(differenceText)).toEqual([]);
  expect(unlistedObjects(objects, live)).toEqual([]);
});

function dropOf({ kind, table, name }: SchemaObject): string {
  if (kind === 'constraint') return `ALTER TABLE ${table} DROP CONSTRAINT ${name}`;
  if (kind === 'index') return `DROP INDEX ${name}`;
  // Tables and functions stay: their loss takes all else along.
  return kind === 'trigger' ? `DROP TRIGGER ${name} ON ${table}` : 'SELECT';
}

it('a server insists on what money and revocation rest on, and on no more', () => {
  const essential = soukList().objects.filter(isEssential);
  const count = (kind: string): number => essential.filter((object) => object.kind === kind).length;
  expect(count('function')).toBe(6);
  expect(essential.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['order_keys_pkey', 'orders_pkey', 'stock_codes_code_hash_key'],
      ...['supplier_attempts_attempt_uuid_key', 'access_tokens_token_hash_key'],
      ...['ledger_entries_reference_key', 'ledger_entries_order_movement_key'],
      ...['ledger_entries_append_only', 'ledger_entries_chain'],
      ...['accounts_balance_within_credit', 'ledger_entries_amount_sign'],
      ...['access_tokens_note_update', 'accounts_raise_access_revision'],
      ...['allowed_ips_raise_access_revision', 'maintenance_raise_access_revision'],
      ...['products_note_update', 'price_rules_note_insert', 'visibility_rules_note_delete'],
    ]),
  );
  expect(essential.map(({ name }) => name)).not.toContain('orders_by_time');
  expect(essential.length).toBeLessThan(90);
});
