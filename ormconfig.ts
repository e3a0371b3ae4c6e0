import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/database/data-source-options.js';

/**
 * The data source for TypeORM's own command line (`npx typeorm migration:show -d ormconfig.ts`). The server never
 * reads this file.
 */
export const dataSource = new DataSource(
  dataSourceOptions({
    // Migrations are the owner's.
    url: process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL ?? 'postgres://localhost/souk',
    poolSize: 2,
    statementTimeout: false,
  }),
);
