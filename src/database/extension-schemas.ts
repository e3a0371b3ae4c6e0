import type { Client } from 'pg';
import { OperatorError } from '../common/app-error.js';
import type { MigrationClass } from './run-migration.js';

/** What an extension adds to the schema. */
export interface ExtensionSchema {
  readonly name: string;
  readonly migrations?: readonly MigrationClass[];
  readonly tables?: readonly { readonly name: string; readonly identity?: 'id' }[];
}

/** The end of the names of all migrations of Souk; no other migration has it. */
const SOUK_STAMP = /^[^:]*1795200000\d{3}$/;

/** True for a migration of Souk, also for one of a newer release. */
export function isSoukMigration(name: string): boolean {
  return SOUK_STAMP.test(name);
}

/** By what name a migration of an extension is remembered; two extensions may have classes of one name. */
export function migrationName(extension: string, { name }: MigrationClass): string {
  return `${extension}:${name}`;
}

/** The beginning of the names of all tables of an extension. */
export function tablePrefix(extension: string): string {
  return `${extension.replaceAll('-', '_')}_`;
}

/**
 * Checks the names of migrations and tables, before any migration runs.
 * @param soukTables the tables of Souk.
 * @throws OperatorError that names the extension
 */
export function assertExtensionNames(
  extensions: readonly ExtensionSchema[],
  soukTables: readonly string[],
): void {
  const names = new Map<string, string>();
  for (const { name: extension, migrations = [], tables = [] } of extensions) {
    const own = new Map<string, string>();
    for (const { name } of migrations) {
      assertOnce(own, extension, `migration ${name}`);
      if (name === '') throw fault(extension, 'has a migration whose class has no name');
      if (isSoukMigration(name))
        throw fault(extension, `has a migration ${name}, a name as Souk's own have`);
    }
    for (const { name } of tables) {
      assertOnce(names, extension, `table ${name}`);
      if (soukTables.includes(name)) throw fault(extension, `declares ${name}, a table of Souk`);
      const prefix = tablePrefix(extension);
      if (!name.startsWith(prefix) || !/^[a-z0-9_]{1,63}$/.test(name)) {
        const rule = `must begin with ${prefix} and consist of lower-case letters, digits and underscores`;
        throw fault(extension, `declares the table ${name}, whose name ${rule}`);
      }
    }
  }
}

function assertOnce(names: Map<string, string>, extension: string, thing: string): void {
  const other = names.get(thing);
  if (other === extension) throw fault(extension, `has the ${thing} twice`);
  if (other !== undefined)
    throw fault(extension, `has the ${thing}, which the extension ${other} has, too`);
  names.set(thing, extension);
}

function fault(extension: string, what: string): OperatorError {
  return new OperatorError(`The extension ${extension} ${what}; mend the extension.`);
}

/**
 * Checks that the tables of an extension are there, and that their sequences are known, which a backup contains.
 * @throws OperatorError
 */
export async function assertTables(
  client: Client,
  { name: extension, tables = [] }: ExtensionSchema,
): Promise<void> {
  const { rows } = await client.query<TableState>(TABLE_STATES, [tables.map(({ name }) => name)]);
  for (const { name, exists, sequences } of rows) {
    if (!exists) throw fault(extension, `declares the table ${name}, which no migration creates`);
    const declared = tables.some((table) => table.name === name && table.identity === 'id');
    if (sequences.join() === (declared ? 'id' : '')) continue;
    throw fault(
      extension,
      sequences.length === 0
        ? `declares an identity of the table ${name}, which has none`
        : `has a sequence for ${sequences.join(', ')} of the table ${name}; only a column named id may have one, and is declared by identity: 'id'`,
    );
  }
}

interface TableState {
  readonly name: string;
  readonly exists: boolean;
  /** The columns with a sequence of their own. */
  readonly sequences: readonly string[];
}

const TABLE_STATES = `
  SELECT name, pg_class.oid IS NOT NULL AS exists,
    ARRAY(SELECT attname::text FROM pg_attribute
          WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
            AND pg_get_serial_sequence('public.' || name, attname) IS NOT NULL) AS sequences
  FROM unnest($1::text[]) WITH ORDINALITY AS declared(name, place)
  LEFT JOIN pg_class ON relname = name AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
  ORDER BY place`;
