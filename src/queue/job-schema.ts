import type { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import library from 'pg-boss/package.json' with { type: 'json' };
import { OperatorError } from '../common/app-error.js';
import { sqlState } from '../database/database-errors.js';
import { withClient } from '../database/migrate.js';
import { QUEUE_OPTIONS, QUEUE_POLICIES } from './queues.js';

/** What `JOB_SCHEMA_STATE` reads. */
export interface JobSchemaState {
  readonly version: number;
  /** Whether jobs can be claimed in turns. */
  readonly hasTurns: boolean;
  /** The options of each queue, by its name. */
  readonly queues: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The database schema of the job library's tables. */
export const JOB_SCHEMA = 'pgboss';

/**
 * Whose turn a job is: the account's, the recipient's, or of events the listener's, each account by itself. It is read from
 * the parameters, so that jobs which an earlier release has written have turns, too. What stands before the slash is the
 * receiver; none is empty.
 */
export const JOB_TURN = `((COALESCE((data ->> 'extension') || '.' || (data ->> 'listener') || '/', '')
    || COALESCE(data ->> 'accountId', data ->> 'recipient', '-')) COLLATE "C")`;

/** SQL of a job that has its turn: it was due when it was written, or has been made due since. */
export const DUE_JOB = `(state < 'active' AND start_after <= created_on)`;

/** SQL of a job that is to become due, or is held back. */
export const LATER_JOB = `(state < 'active' AND start_after > created_on)`;

/** By name; another definition gets another name. The columns of `souk_due_jobs` lead from turn to turn. */
const INDEXES = {
  souk_due_jobs: `(name, priority, ${JOB_TURN}, start_after) WHERE ${DUE_JOB}`,
  souk_later_jobs: `(name, start_after) WHERE ${LATER_JOB}`,
};

const INDEX_IS_VALID = (name: string): string => `
  SELECT FROM pg_index WHERE indexrelid = to_regclass('${JOB_SCHEMA}.${name}') AND indisvalid`;

/** SQL of one JSON value. */
export const JOB_SCHEMA_STATE = `
  SELECT json_build_object('version', (SELECT version FROM ${JOB_SCHEMA}.version),
    'hasTurns', ${Object.keys(INDEXES)
      .map((name) => `EXISTS (${INDEX_IS_VALID(name)})`)
      .join(' AND ')}, 'queues', coalesce(json_object_agg(
    name, json_build_object(
      'expireInSeconds', expire_seconds, 'retryLimit', retry_limit, 'retryDelay', retry_delay,
      'retryBackoff', retry_backoff, 'retryDelayMax', retry_delay_max,
      'retentionSeconds', retention_seconds, 'deleteAfterSeconds', deletion_seconds)), '{}'))
  FROM ${JOB_SCHEMA}.queue`;

/** True when `createJobSchema` would change nothing. */
export function isJobSchemaPresent({ version, hasTurns, queues }: JobSchemaState): boolean {
  return (
    version === library.pgboss.schema &&
    hasTurns &&
    Object.entries(QUEUE_OPTIONS).every(([name, options]) =>
      Object.entries(options).every(([option, value]) => queues[name]?.[option] === value),
    )
  );
}

const INDEX_TIMEOUT_MS = 5 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates or migrates the job library's tables and our queues. The library itself serializes instances that start
 * together.
 * @param url connects as the owner of the tables.
 */
export function createJobSchema(url: string): Promise<void> {
  return withClient(url, createIn);
}

async function createIn(client: Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
  });
  // What fails in the background is done again by the next start; without a listener it would end this process.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const [name, options] of Object.entries(QUEUE_OPTIONS)) {
      // The policy of a queue cannot be changed later.
      const policy = QUEUE_POLICIES[name] ?? 'standard';
      if (known.has(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, { ...options, policy });
    }
  } finally {
    await boss.stop({ close: false, graceful: false });
  }
  await indexJobs(client);
}

/** Without keeping others from their jobs. What was cut off in the middle is made again. */
async function indexJobs(client: Client): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) {
    const { rows } = await client.query(INDEX_IS_VALID(name));
    if (rows.length > 0) continue;
    try {
      await client.query(`SET statement_timeout = 0; SET lock_timeout = ${INDEX_TIMEOUT_MS}`);
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${JOB_SCHEMA}.${name}`);
      await client.query(
        `CREATE INDEX CONCURRENTLY ${name} ON ${JOB_SCHEMA}.job_common ${definition}`,
      );
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new OperatorError(
        'An index of the job queue could not be made, since other transactions have been running for five minutes; let them end, and start again.',
        { cause: error },
      );
    }
  }
}
