import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { foreignChange } from './foreign-change.js';
import { keyOf, LIVE_OBJECTS, type LiveObject, type SchemaObject } from './schema-objects.js';

/** A line of JSON for each object that the migrations of Souk make. `npm run schema:record` writes it. */
const FILE = new URL('../../../assets/schema-objects.jsonl', import.meta.url);

export interface SoukList {
  readonly objects: readonly SchemaObject[];
  readonly digest: string;
}

/** What must be there after all migrations of this release. */
export function soukList(): SoukList {
  const text = readFileSync(FILE, 'utf8');
  return {
    objects: text.trimEnd().split('\n').map(parsed),
    digest: createHash('sha256').update(text).digest('hex'),
  };
}

function parsed(line: string): SchemaObject {
  return JSON.parse(line) as SchemaObject;
}

/** The lists are kept in the database, so that those of a newer release and of its extensions can be read. */
export async function writeSoukList(client: Client, { objects, digest }: SoukList): Promise<void> {
  await client.query('BEGIN');
  try {
    await write(client, '', objects);
    await client.query(`COMMENT ON TABLE schema_objects IS '${digest}'`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Lists what is there of the tables that an extension has made before there were lists. */
export async function listTables(
  client: Client,
  extension: string,
  tables: readonly string[],
): Promise<void> {
  const live = await liveObjects(client);
  const theirs = live.filter(({ table }) => tables.includes(table)).map(withoutFault);
  const former = await listOf(client, extension);
  await write(client, extension, merged(theirs, former));
}

/**
 * Runs a migration of an extension, and changes its list by what that has made or taken away. What was damaged before, or
 * belongs to the operator, is no part of that.
 * @throws Error that says what it has changed of others
 */
export async function listingChanges(
  client: Client,
  { extension, prefix }: { readonly extension: string; readonly prefix: string },
  migration: () => Promise<void>,
): Promise<void> {
  const before = await liveObjects(client);
  await migration();
  const after = await liveObjects(client);
  const former = await listOf(client, extension);
  const foreign = foreignChange({ prefix, listed: former }, before, after);
  if (foreign !== undefined) throw new Error(`it ${foreign}, which is not the extension's own`);
  await write(client, extension, changed(former, before, after));
}

function changed(
  former: readonly SchemaObject[],
  before: readonly LiveObject[],
  after: readonly LiveObject[],
): SchemaObject[] {
  const [then, now] = [byKey(before), byKey(after)];
  const kept = former.filter((object) => now.has(keyOf(object)) || !then.has(keyOf(object)));
  const made = after.filter((object) => {
    return then.get(keyOf(object))?.definition !== object.definition;
  });
  return merged(kept, made.map(withoutFault));
}

/** The later ones of the same key replace the former. */
function merged(...lists: readonly (readonly SchemaObject[])[]): SchemaObject[] {
  return [...byKey(lists.flat()).values()];
}

function byKey<T extends SchemaObject>(objects: readonly T[]): Map<string, T> {
  return new Map(objects.map((object) => [keyOf(object), object]));
}

function withoutFault({ kind, table, name, definition }: LiveObject): SchemaObject {
  return { kind, table, name, definition };
}

async function liveObjects(client: Client): Promise<LiveObject[]> {
  return (await client.query<LiveObject>(LIVE_OBJECTS, [null])).rows;
}

async function listOf(client: Client, extension: string): Promise<readonly SchemaObject[]> {
  const { rows } = await client.query<{ objects: SchemaObject[] }>(
    'SELECT objects FROM schema_objects WHERE extension = $1',
    [extension],
  );
  return rows[0]?.objects ?? [];
}

async function write(
  client: Client,
  extension: string,
  objects: readonly SchemaObject[],
): Promise<void> {
  await client.query(WRITE, [extension, JSON.stringify(objects)]);
}

const WRITE = `
  INSERT INTO schema_objects (extension, objects) VALUES ($1, $2)
  ON CONFLICT (extension) DO UPDATE SET objects = excluded.objects`;
