// TypeORM imports this file as plain Node does. The hooks make Node transpile what is imported below.
import './test/support/typescript-hooks.js';
import { DataSource } from 'typeorm';

const { processEnvironment } = await import('./src/config/environment.js');
const { readSettings } = await import('./src/config/souk-config.js');
const { dataSourceOptions } = await import('./src/database/data-source-options.js');
const { loadMigrations } = await import('./src/database/migrations/index.js');

const ofDatabase = Object.entries(processEnvironment()).filter(([name]) =>
  /^(DATABASE_|PGSSL)/.test(name),
);
const { DATABASE_URL, DATABASE_DIRECT_URL } = readSettings(Object.fromEntries(ofDatabase));

/** Entities describe columns only: what TypeORM derives from them would drop all constraints, or all data. */
class MigratedDataSource extends DataSource {
  override synchronize(): Promise<void> {
    return Promise.reject(new Error('The schema is changed by migrations only.'));
  }

  override dropDatabase(): Promise<void> {
    return this.synchronize();
  }
}

/**
 * The data source for TypeORM's own command line (`npx typeorm migration:show -d ormconfig.ts`). The server never
 * reads this file.
 */
export const dataSource = new MigratedDataSource({
  ...dataSourceOptions({
    // Migrations are the owner's.
    url: DATABASE_DIRECT_URL ?? DATABASE_URL ?? 'postgres://localhost/souk',
    poolSize: 2,
    statementTimeout: false,
  }),
  entities: [`${import.meta.dirname}/src/**/*.entity.ts`],
  migrations: await loadMigrations(),
  // Some migrations must not run in a transaction.
  migrationsTransactionMode: 'each',
});
