import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../database/data-source-options.js';
import { Database } from '../../database/database.js';
import { COMMAND_LIMITS } from '../../database/time-limits.js';

/** Works on one connection outside of the pool, so that no request waits for it, and with the time limits of a command. */
export async function onOwnConnection<T>(
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const dataSource = new DataSource(
    dataSourceOptions({
      url,
      poolSize: 1,
      statementTimeout: false,
      applicationName: 'souk backup',
    }),
  );
  await dataSource.initialize();
  try {
    return await work(new Database(dataSource, COMMAND_LIMITS));
  } finally {
    await dataSource.destroy();
  }
}
