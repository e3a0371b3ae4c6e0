import type { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import library from 'pg-boss/package.json' with { type: 'json' };
import { withClient } from '../database/migrate.js';
import { EXCLUSIVE_QUEUES, QUEUE_OPTIONS } from './queues.js';

/** What `JOB_SCHEMA_STATE` reads. */
export interface JobSchemaState {
  readonly version: number;
  /** The options of each queue, by its name. */
  readonly queues: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The database schema of the job library's tables. */
export const JOB_SCHEMA = 'pgboss';

/** SQL of one JSON value. */
export const JOB_SCHEMA_STATE = `
  SELECT json_build_object('version', (SELECT version FROM ${JOB_SCHEMA}.version), 'queues', json_object_agg(
    name, json_build_object(
      'expireInSeconds', expire_seconds, 'retryLimit', retry_limit, 'retryDelay', retry_delay,
      'retryBackoff', retry_backoff, 'retryDelayMax', retry_delay_max,
      'retentionSeconds', retention_seconds, 'deleteAfterSeconds', deletion_seconds)))
  FROM ${JOB_SCHEMA}.queue`;

/** True when `createJobSchema` would change nothing. */
export function isJobSchemaPresent({ version, queues }: JobSchemaState): boolean {
  return (
    version === library.pgboss.schema &&
    Object.entries(QUEUE_OPTIONS).every(([name, options]) =>
      Object.entries(options).every(([option, value]) => queues[name]?.[option] === value),
    )
  );
}

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
      const policy = EXCLUSIVE_QUEUES.has(name) ? 'exclusive' : 'standard';
      if (known.has(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, { ...options, policy });
    }
  } finally {
    await boss.stop({ close: false, graceful: false });
  }
}
