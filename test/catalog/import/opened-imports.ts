import { CatalogSettings } from '../../../src/catalog/unusual/catalog-settings.js';
import { UnusualChanges } from '../../../src/catalog/unusual/unusual-changes.service.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { CatalogComparison } from '../../../src/catalog/import/catalog-comparison.service.js';
import { CatalogExportRepository } from '../../../src/catalog/import/catalog-export.repository.js';
import { CatalogExportService } from '../../../src/catalog/import/catalog-export.service.js';
import { CatalogImportRepository } from '../../../src/catalog/import/catalog-import.repository.js';
import { CatalogImportService } from '../../../src/catalog/import/catalog-import.service.js';
import { PriceListRepository } from '../../../src/catalog/import/price-list.repository.js';
import { dataSourceOptions } from '../../../src/database/data-source-options.js';
import { Database } from '../../../src/database/database.js';
import { COMMAND_LIMITS } from '../../../src/database/time-limits.js';
import { SupplierCatalogRepository } from '../../../src/fulfillment/upstream/listing/supplier-catalog.repository.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** What imports and exports the catalog of a database of its own, and a folder for files. */
export interface OpenedImports {
  readonly db: TestDatabase;
  readonly database: Database;
  readonly comparison: CatalogComparison;
  readonly imports: CatalogImportService;
  readonly exports: CatalogExportService;
  readonly folder: string;
  /** Takes all items and rules away, and begins their ids with 1 again. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const TABLES = ['visibility_rules', 'price_rules', 'products', 'categories'];

export async function openImports(): Promise<OpenedImports> {
  // A shop of its own: an import replaces the whole catalog.
  const db = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'souk-import-'));
  const settings = { url: db.url, poolSize: 2, statementTimeout: false };
  const dataSource = await new DataSource(dataSourceOptions(settings)).initialize();
  const database = new Database(dataSource, COMMAND_LIMITS);
  const [catalog, listed] = [new CatalogImportRepository(), new SupplierCatalogRepository()];
  const unusual = new UnusualChanges(new CatalogSettings(database));
  const comparison = new CatalogComparison(catalog, new PriceListRepository(), listed, unusual);
  return {
    ...{ db, database, comparison, folder },
    imports: new CatalogImportService(database, comparison),
    exports: new CatalogExportService(database, new CatalogExportRepository()),
    empty: async () => {
      for (const table of TABLES) {
        await db.query(`DELETE FROM ${table}`);
        await db.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), 1, false)`);
      }
    },
    close: async () => {
      await dataSource.destroy();
      await db.drop();
      await rm(folder, { recursive: true });
    },
  };
}
