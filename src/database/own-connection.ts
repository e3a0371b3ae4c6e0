import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { COMMAND_LIMITS } from './time-limits.js';

/**
 * Works on one connection outside of the pool, so that no request waits for it, and with the time limits of a command.
 * @param applicationName names the connection in `pg_stat_activity`.
 */
export async function onOwnConnection<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  applicationName = 'souk backup',
): Promise<T> {
  const dataSource = new DataSource(
    dataSourceOptions({ url, poolSize: 1, statementTimeout: false, applicationName }),
  );
  await dataSource.initialize();
  try {
    return await work(new Database(dataSource, COMMAND_LIMITS));
  } finally {
    await dataSource.destroy();
  }
}
