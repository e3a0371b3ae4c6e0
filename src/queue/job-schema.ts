import { PgBoss } from 'pg-boss';
import { QUEUE_OPTIONS } from './queues.js';

/** The database schema of the job library's tables. */
export const JOB_SCHEMA = 'pgboss';

/**
 * Creates or migrates the job library's tables and our queues. The library itself serializes instances that start
 * together.
 * @param url connects as the owner of the tables.
 */
export async function createJobSchema(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOB_SCHEMA,
    application_name: 'souk migrate',
    max: 1,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const [name, options] of Object.entries(QUEUE_OPTIONS)) {
      if (known.has(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
