import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { isOperatorError, OperatorError } from '../common/app-error.js';
import { withReminders } from '../common/time-limit.js';
import { DatabaseAddress } from './address/database-address.js';
import { DatabaseClient } from './address/database-client.js';
import { databaseAnswer, isDatabaseUnavailable } from './database-errors.js';
import {
  assertTables,
  isSoukMigration,
  migrationName,
  tablePrefix,
  type ExtensionSchema,
} from './extension-schemas.js';
import { loadMigrations, MIGRATION_NAMES } from './migrations/index.js';
import {
  MIGRATION_TIMEOUT_MS,
  runMigration,
  type Migration,
  type MigrationClass,
  type MigrationRunner,
  type NamedMigration,
} from './run-migration.js';
import { listingChanges, listTables, soukList, writeSoukList } from './schema/schema-list.js';

/** An arbitrary number, the same in every instance of Souk. */
const MIGRATION_LOCK = 7_236_141;
/** Between two tries to get it. */
const LOCK_INTERVAL_MS = 100;

/**
 * While a migration runs, it is named once in this time. It has no time limit: on a large table it may take hours on purpose, and
 * one that is cut would begin anew at each start.
 */
const REMINDER_INTERVAL_MS = 60_000;

/** Without it, a host that drops packets would block the start for minutes. */
const CONNECTION_TIMEOUT_MS = 10_000;

export interface MigrateOptions {
  readonly migrations?: readonly MigrationClass[];
  /** Their migrations run after those of Souk, in this order. */
  readonly extensions?: readonly ExtensionSchema[];
  /** How long a migration may wait for its locks, in all of its tries. */
  readonly timeoutMs?: number;
  /** Is told in one sentence of a migration that runs for long. */
  readonly say?: (sentence: string) => void;
  /** Tests set a shorter one. */
  readonly reminderIntervalMs?: number;
}

/**
 * Runs the pending migrations, while instances of this release and of the one before may be running. Instances that start
 * together take turns.
 * @returns the names of the migrations that were run now.
 * @throws OperatorError that names the sessions which block a migration, or the migration of an extension that failed
 */
export function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  return inTurn(url, () => runPending(url, options));
}

/**
 * Runs work that changes the schema, by one process at a time.
 * @param url connects as the owner of the tables.
 */
export function inTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
  // The lock needs its own connection, because the migrations commit in between. It is a transaction's lock, because a
  // pooler in transaction mode would never release that of a session.
  return withClient(url, async (lock) => {
    while (!(await hasLocked(lock, MIGRATION_LOCK))) await wait(LOCK_INTERVAL_MS);
    return work();
  });
}

/**
 * Runs work that one process at a time may do.
 * @param key an arbitrary number, the same in all processes.
 * @returns undefined, at once, while another process is at it
 */
export function whileAlone<T>(
  url: string,
  key: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return withClient(url, async (lock) => ((await hasLocked(lock, key)) ? work() : undefined));
}

/** The same as `migrate`, within `inTurn`. */
export function runPending(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations, extensions = [], timeoutMs = MIGRATION_TIMEOUT_MS } = options;
  return withClient(url, async (client) => {
    const { done, listed } = await schemaState(client);
    const isPending = (name: string): boolean => !done.includes(name);
    const own = migrations ?? (MIGRATION_NAMES.some(isPending) ? await loadMigrations() : []);
    const pending = allSteps(extensions, own).filter(({ name }) => isPending(name));
    if (pending.length > 0) {
      await withClient(url, async (observer) => {
        for (const step of pending) {
          await reminded(step, options, () => runStep(step, client, observer, timeoutMs));
        }
      });
    }
    const run = pending.map(({ name }) => name);
    if (isOfThisRelease([...done, ...run])) await keepList(client, listed, extensions);
    for (const extension of extensions) await assertTables(client, extension);
    return run;
  });
}

/** False where a newer release has migrated, whose list is left as it is, or where not all migrations of ours have run. */
function isOfThisRelease(done: readonly string[]): boolean {
  const own = new Set(done.filter(isSoukMigration));
  return own.size === MIGRATION_NAMES.length && MIGRATION_NAMES.every((name) => own.has(name));
}

/** Writes the list of what must be there, unless it is the present one. @param listed its digest; null if there is none */
async function keepList(
  client: Client,
  listed: string | null,
  extensions: readonly ExtensionSchema[],
): Promise<void> {
  const list = soukList();
  if (listed === list.digest) return;
  if (listed === null) {
    for (const { name, tables = [] } of extensions) {
      await listTables(
        client,
        name,
        tables.map((table) => table.name),
      );
    }
  }
  await writeSoukList(client, list);
}

export interface Step extends NamedMigration {
  /** The name of the extension that it belongs to; undefined for a migration of Souk. */
  readonly extension?: string;
}

/** The names of all migrations, as `schema_migrations` remembers them. */
export function migrationNames(extensions: readonly ExtensionSchema[]): string[] {
  return [...MIGRATION_NAMES, ...extensions.flatMap(stepsOf).map(({ name }) => name)];
}

function allSteps(
  extensions: readonly ExtensionSchema[],
  migrations: readonly MigrationClass[],
): Step[] {
  return [
    ...migrations.map((migration) => ({ name: migration.name, migration })),
    ...extensions.flatMap(stepsOf),
  ];
}

/** The migrations of an extension, in their order. */
export function stepsOf({ name: extension, migrations = [] }: ExtensionSchema): Step[] {
  return migrations.map((migration) => {
    return { name: migrationName(extension, migration), migration, extension };
  });
}

function reminded(
  { migration: { name }, extension }: Step,
  { say = () => undefined, reminderIntervalMs = REMINDER_INTERVAL_MS }: MigrateOptions,
  run: () => Promise<void>,
): Promise<void> {
  const owner = extension === undefined ? 'Souk' : `the extension ${extension}`;
  return withReminders(run, reminderIntervalMs, (minutes) => {
    say(
      `The migration ${name} of ${owner} has not ended after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}; it may take as long as it needs.`,
    );
  });
}

/** @throws OperatorError that names the migration of an extension which failed */
export async function runStep(
  step: Step,
  client: Client,
  observer: Client,
  timeoutMs: number,
): Promise<void> {
  const { migration, extension } = step;
  try {
    const listing = extension === undefined ? migration : listedFor(extension, migration, client);
    await runMigration({ ...step, migration: listing }, client, observer, timeoutMs);
  } catch (error) {
    throw extension === undefined ? error : extensionFailure(extension, step, error);
  }
}

/** The migration, which also lists what it makes: in its own transaction, if it runs in one. */
function listedFor(extension: string, Listed: MigrationClass, client: Client): MigrationClass {
  return class implements Migration {
    private readonly listed = new Listed();
    readonly transaction = this.listed.transaction ?? true;

    up(runner: MigrationRunner): Promise<void> {
      return this.listing(() => this.listed.up(runner));
    }

    down(runner: MigrationRunner): Promise<void> {
      return this.listing(async () => this.listed.down?.(runner));
    }

    private listing(work: () => Promise<void>): Promise<void> {
      return listingChanges(client, { extension, prefix: tablePrefix(extension) }, work);
    }
  };
}

/** The error to report; that of a database which cannot be reached is none of the migration. */
function extensionFailure(
  extension: string,
  { migration: { name }, isUndone = false }: Step,
  error: unknown,
): unknown {
  if (isOperatorError(error)) return error;
  if (databaseAnswer(error) === undefined && isDatabaseUnavailable(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const failed = isUndone
    ? `"down" of the migration ${name} of the extension ${extension} has failed (${reason}); it stays done, and those after it are taken back.`
    : `The migration ${name} of the extension ${extension} has failed (${reason}); the migrations before it stay done, so mend it and start again.`;
  return new OperatorError(failed, { cause: error });
}

/** Runs the work on a connection of its own, which is closed afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({
    address: new DatabaseAddress(url),
    application_name: 'souk migrate',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Tries to get the lock, which is held until the transaction of this connection ends. CREATE INDEX CONCURRENTLY waits
 * for the end of all transactions that have a snapshot, and a transaction has one while it executes a statement. So no
 * statement waits for the lock, each try is a transaction of its own, and the one that has the lock does nothing else.
 */
async function hasLocked(lock: Client, key: number): Promise<boolean> {
  await lock.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  // Without parameters: a statement with some leaves its snapshot open until the next one.
  const { rows } = await lock.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${key}) AS locked`,
  );
  if (rows[0]?.locked === true) return true;
  await lock.query('ROLLBACK');
  return false;
}

/** @returns the migrations that have run, and the digest of the list of objects that is kept; null if there is none. */
export async function schemaState(
  client: Client,
): Promise<{ readonly done: string[]; readonly listed: string | null }> {
  const { rows } = await client.query<{ found: boolean; listed: string | null }>(FIND_TABLE);
  const { found = false, listed = null } = rows[0] ?? {};
  if (!found) await client.query(CREATE_TABLE);
  const done = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
  return { done: done.rows.map(({ name }) => name), listed };
}

const FIND_TABLE = `
  SELECT to_regclass('schema_migrations') IS NOT NULL AS found,
    obj_description(to_regclass('schema_objects'), 'pg_class') AS listed`;

/** The table in which TypeORM, too, records migrations. */
const CREATE_TABLE = `
  CREATE TABLE schema_migrations (
    id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name varchar NOT NULL
  )`;
