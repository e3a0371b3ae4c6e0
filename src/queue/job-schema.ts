import type { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { withClient } from '../database/migrate.js';
import { EXCLUSIVE_QUEUES, QUEUE_OPTIONS } from './queues.js';

/** The database schema of the job library's tables. */
export const JOB_SCHEMA = 'pgboss';

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
