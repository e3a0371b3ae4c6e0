import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { OperatorError } from '../common/app-error.js';
import { sqlState } from './database-errors.js';

/** What a migration sends its statements to. */
export interface MigrationRunner {
  query(sql: string): Promise<unknown>;
}

export interface Migration {
  /**
   * False for a migration that must not run in a transaction, such as CREATE INDEX CONCURRENTLY. It can fail halfway,
   * so it must be repeatable, with one statement in each `query`.
   */
  readonly transaction?: boolean;
  up(runner: MigrationRunner): Promise<void>;
  /** Takes back what `up` has made, when an operator runs "souk extension undo". Without it that is refused. */
  down?(runner: MigrationRunner): Promise<void>;
}

/** Those of Souk have names that end with a time stamp. */
export type MigrationClass = new () => Migration;

export interface NamedMigration {
  /** Remembered in `schema_migrations`. */
  readonly name: string;
  readonly migration: MigrationClass;
  /** True to take it back. */
  readonly isUndone?: boolean;
}

/** How long a migration is tried again by default while other sessions keep its locks from it. */
export const MIGRATION_TIMEOUT_MS = 5 * 60_000;
/**
 * While a statement waits for the lock of a table, all later statements on this table wait behind it, also those that
 * only read. So the wait is short, and is repeated after a delay in which the others get their turn.
 */
const LOCK_TIMEOUT_MS = 200;
const RETRY_DELAY_MS = 1_000;
const BLOCKER_INTERVAL_MS = 50;

/** A lock was not available in time, or two sessions were waiting for each other. */
const LOCK_STATES = new Set(['55P03', '40P01']);

/** A session that holds a lock, or waits for it in front of us. */
interface Blocker {
  readonly pid: number;
  /** Null for a process of the server itself, such as autovacuum. */
  readonly role: string | null;
  readonly program: string;
}

/**
 * Runs one migration, and repeats it while it cannot get a lock.
 * @param observer another connection, outside of a transaction, which asks meanwhile what the first one waits for.
 * @throws OperatorError that names the sessions which hold the lock
 */
export async function runMigration(
  step: NamedMigration,
  client: Client,
  observer: Client,
  timeoutMs: number,
): Promise<void> {
  const { transaction = true } = new step.migration();
  const run = transaction ? inTransaction : outsideTransaction;
  const end = performance.now() + timeoutMs;
  for (;;) {
    const blockers = new BlockerWatch(client, observer);
    try {
      await blockers.during(() => run(step, client, timeoutMs));
      return;
    } catch (error) {
      if (!LOCK_STATES.has(sqlState(error) ?? '')) throw error;
      if (performance.now() + RETRY_DELAY_MS > end) {
        throw new OperatorError(blockedSentence(step.name, blockers.seen), { cause: error });
      }
    }
    await wait(RETRY_DELAY_MS);
  }
}

async function inTransaction(step: NamedMigration, client: Client): Promise<void> {
  try {
    await client.query(
      `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = 0`,
    );
    await change(step, client, client);
    await client.query('COMMIT');
  } catch (error) {
    // Fails when the connection is broken; the first error says more.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Most such statements take long on large tables, and wait for old transactions without keeping others from their tables,
 * so their wait may be long, too.
 */
async function outsideTransaction(
  step: NamedMigration,
  client: Client,
  timeoutMs: number,
): Promise<void> {
  const longMs = Math.max(timeoutMs, 1);
  const runner = {
    query: async (sql: string): Promise<unknown> => {
      await client.query(`SET lock_timeout = ${LOCKS_TABLE.test(sql) ? LOCK_TIMEOUT_MS : longMs}`);
      return client.query(sql);
    },
  };
  await client.query(`SET lock_timeout = ${longMs}; SET statement_timeout = 0`);
  try {
    await change(step, runner, client);
  } finally {
    await client.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
  }
}

/**
 * Statements that keep readers or writers from a table that there was before, if only for a moment. A validation keeps nobody
 * from it. A reference makes triggers on the table that it leads to.
 */
const LOCKS_TABLE = new RegExp(
  [
    String.raw`^\s*ALTER TABLE\b(?!.*\bVALIDATE CONSTRAINT\b)`,
    String.raw`^\s*CREATE (OR REPLACE )?(CONSTRAINT )?TRIGGER\b`,
    String.raw`^\s*DROP TRIGGER\b`,
    String.raw`^\s*CREATE TABLE\b.*\bREFERENCES\b`,
  ].join('|'),
  'is',
);

/** Runs it, and remembers that in `schema_migrations`. */
async function change(
  { name, migration, isUndone = false }: NamedMigration,
  runner: MigrationRunner,
  client: Client,
): Promise<void> {
  const step = new migration();
  if (!isUndone) {
    await step.up(runner);
    await record(name, client);
    return;
  }
  await step.down?.(runner);
  await client.query('DELETE FROM schema_migrations WHERE name = $1', [name]);
}

async function record(name: string, client: Client): Promise<void> {
  const timestamp = /\d{13}$/.exec(name)?.[0] ?? 0;
  const values = [timestamp, name];
  await client.query('INSERT INTO schema_migrations ("timestamp", name) VALUES ($1, $2)', values);
}

/** Notes which sessions a connection waits for. They cannot be asked for after the wait. */
class BlockerWatch {
  seen: readonly Blocker[] = [];

  constructor(
    private readonly client: Client,
    private readonly observer: Client,
  ) {}

  async during(work: () => Promise<void>): Promise<void> {
    const { rows } = await this.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const over = new AbortController();
    const watched = this.watch(rows[0]?.pid, over.signal);
    try {
      await work();
    } finally {
      over.abort();
      await watched;
    }
  }

  private async watch(pid: number | undefined, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await wait(BLOCKER_INTERVAL_MS, undefined, { signal: over }).catch(() => undefined);
      // The migration goes on without its observer.
      const found = await this.observer.query<Blocker>(BLOCKERS, [pid]).catch(() => undefined);
      if (found && found.rows.length > 0) this.seen = found.rows;
    }
  }
}

const BLOCKERS = `
  SELECT pid, usename AS role, coalesce(nullif(application_name, ''), backend_type, '?') AS program
  FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1)) ORDER BY pid`;

function blockedSentence(name: string, blockers: readonly Blocker[]): string {
  const sessions = blockers.map(
    ({ pid, role, program }) => `${pid} (${role === null ? program : `${role}, ${program}`})`,
  );
  const found = sessions.length > 0 ? `by session ${sessions.join(' and ')}` : 'by other sessions';
  const command = blockers.map(({ pid }) => `SELECT pg_terminate_backend(${pid})`).join('; ');
  const remedy = command === '' ? 'let them end' : `let them end, or run "${command}" in psql`;
  return `The migration ${name} is kept from its locks ${found}; ${remedy}, and then run "souk migrate" again.`;
}
