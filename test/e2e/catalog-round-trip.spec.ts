import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { CatalogComparison } from '../../src/catalog/import/catalog-comparison.service.js';
import { catalogCsv } from '../../src/catalog/import/catalog-csv.js';
import type { CatalogDifference } from '../../src/catalog/import/catalog-difference.js';
import { CatalogExportRepository } from '../../src/catalog/import/catalog-export.repository.js';
import { CatalogExportService } from '../../src/catalog/import/catalog-export.service.js';
import { CatalogImportRepository } from '../../src/catalog/import/catalog-import.repository.js';
import { PriceListRepository } from '../../src/catalog/import/price-list.repository.js';
import { readCatalogFile } from '../../src/catalog/import/reading/catalog-source.js';
import { CSV_COLUMNS, type CsvColumn } from '../../src/catalog/import/reading/csv-columns.js';
import type {
  PackedCatalog,
  PackedPrices,
  RowBatches,
} from '../../src/catalog/import/thread/packed-catalog.js';
import { csvLine } from '../../src/common/csv.js';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { Database } from '../../src/database/database.js';
import { COMMAND_LIMITS } from '../../src/database/time-limits.js';
import { SupplierCatalogRepository } from '../../src/fulfillment/upstream/listing/supplier-catalog.repository.js';
import { catalogs, type AnyCatalog } from '../support/any-catalog.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const SAME = { created: 0, updated: 0, hidden: 0, shown: 0 };
const RUNS = { numRuns: 25 };

describe('an export that is imported again', () => {
  let folder: string;
  let db: TestDatabase;
  let dataSource: DataSource;
  let database: Database;
  let comparison: CatalogComparison;
  let exports: CatalogExportService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-round-trip-'));
    db = await createTestDatabase();
    const settings = { url: db.url, poolSize: 2, statementTimeout: false };
    dataSource = await new DataSource(dataSourceOptions(settings)).initialize();
    database = new Database(dataSource, COMMAND_LIMITS);
    const [catalog, listed] = [new CatalogImportRepository(), new SupplierCatalogRepository()];
    comparison = new CatalogComparison(catalog, new PriceListRepository(), listed);
    exports = new CatalogExportService(database, new CatalogExportRepository());
  });
  afterAll(async () => {
    await dataSource.destroy();
    await db.drop();
    await rm(folder, { recursive: true });
  });

  async function fill({ categories, products }: AnyCatalog): Promise<void> {
    await db.query('DELETE FROM products; DELETE FROM categories');
    await db.query(
      `INSERT INTO categories (id, parent_id, name, image, position, testing_only, demo, deleted_at)
       SELECT id, parent_id, name, image, position, testing, demo, CASE WHEN deleted THEN now() END
       FROM json_to_recordset($1::json) AS row (id integer, parent_id integer, name text,
         image text, position integer, testing boolean, demo boolean, deleted boolean)`,
      [JSON.stringify(categories)],
    );
    await db.query(
      `INSERT INTO products (id, category_id, name, price, available, product_type, qty_values,
         fields, image, position, demo, deleted_at)
       SELECT id, category_id, name, price, available, product_type, qty_values,
         fields, image, position, demo, CASE WHEN deleted THEN now() END
       FROM json_to_recordset($1::json) AS row (id integer, category_id integer, name text,
         price numeric, available boolean, product_type text, qty_values json, fields json,
         image text, position integer, demo boolean, deleted boolean)`,
      [JSON.stringify(products)],
    );
  }

  const csvOf = async () => [...catalogCsv(await exports.export())].join('');

  /** What a file changes. It is read in this thread, since each run would start another one. */
  async function imported(text: string, hideMissing = false): Promise<CatalogDifference> {
    const path = join(folder, 'catalog');
    await writeFile(path, text);
    const read = await readCatalogFile(path);
    const content: PackedCatalog | PackedPrices =
      'prices' in read
        ? { prices: batchesOf(read.prices) }
        : {
            ...read,
            categories: batchesOf(read.categories),
            products: batchesOf(read.products),
          };
    return database.transaction(async (manager) => {
      const difference = await comparison.compare(manager, content, { hideMissing });
      await comparison.write(manager, difference, {});
      return difference;
    });
  }

  const stored = () =>
    db.query<Record<string, unknown>>(
      `SELECT *, trim_scale(price)::text AS price, qty_values::text AS qty_values,
         fields::text AS fields, xmin::text AS version
       FROM products ORDER BY id`,
    );

  it.each(['JSON', 'CSV'])('changes nothing, as %s', async (form) => {
    await fc.assert(
      fc.asyncProperty(catalogs, fc.boolean(), async (catalog, hideMissing) => {
        await fill(catalog);
        const exported = await exports.export();
        const isCsv = form === 'CSV';
        fc.pre(!isCsv || exported.products.length > 0);
        fc.pre(isCsv || exported.categories.length > 0);
        const before = await stored();
        const text = isCsv ? await csvOf() : JSON.stringify(exported);
        const { samples, ...difference } = await imported(text, hideMissing);
        expect(samples).toEqual([]);
        expect(difference).toMatchObject({ categories: SAME, products: SAME });
        expect(difference.products.unchanged).toBe(exported.products.length);
        expect(await stored()).toEqual(before);
      }),
      RUNS,
    );
  });

  it('changes in the columns that a file has, and in no other', async () => {
    const columns = fc.subarray(
      CSV_COLUMNS.filter((column) => column !== 'id' && column !== 'category_image'),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(catalogs, columns, async (catalog, told) => {
        await fill(catalog);
        const rows: Record<CsvColumn, string>[] = parse(await csvOf(), { columns: true });
        fc.pre(rows.length > 0);
        const before = await stored();
        // Each product gets what the file tells of the next one.
        const lines = rows.map((row, index) => {
          const next = rows[(index + 1) % rows.length];
          return csvLine([row.id, ...told.map((column) => next?.[column])].map(plain));
        });
        const text = `${csvLine(['id', ...told])}${lines.join('')}`;
        await imported(text).catch((error: unknown) => {
          // A type and quantities of two products may not fit one another.
          fc.pre(!/qty_|category_id/.test(String(error)));
          throw error;
        });
        const after = await stored();
        const written = new Set(told.map((column) => COLUMN_OF[column] ?? column));
        for (const [index, row] of before.entries()) {
          for (const column of Object.keys(row)) {
            if (column === 'version' || written.has(column)) continue;
            expect([row.id, column, after[index]?.[column]]).toEqual([row.id, column, row[column]]);
          }
        }
        for (const column of ['name', 'price', 'position'] as const) {
          if (!told.includes(column)) continue;
          const values = new Map(after.map((row) => [String(row.id), String(row[column])]));
          rows.forEach((row, index) => {
            const next = rows[(index + 1) % rows.length];
            expect(values.get(row.id)).toBe(next?.[column].replace(/^'(?=['=+\-@\t\r])/, ''));
          });
        }
      }),
      RUNS,
    );
  });

  it('is not needed whole: what a file leaves out stays as it is', async () => {
    const uc = { id: 20, parent_id: 10, name: 'UC', image: '/uc.svg', position: 8 };
    const games = { id: 10, parent_id: null, name: 'Games', image: null, position: 5 };
    const product = {
      ...{ id: 1001, category_id: 20, name: '60 UC', price: '0.89', available: false },
      ...{ product_type: 'amount', qty_values: { min: '1', max: '50' }, image: '/uc.svg' },
      ...{ fields: [{ name: 'playerId', label: 'Player', type: 'string', required: true }] },
      ...{ position: 8, demo: true, deleted: false },
    };
    const state = { deleted: false, testing: false, demo: true };
    await fill({
      categories: [games, uc].map((one) => ({ ...one, ...state })),
      products: [product],
    });
    const before = await stored();
    const { id, category_id, name, price } = product;
    const categories = [10, 20].map((one) => ({ id: one, name: one === 10 ? 'Games' : 'UC' }));
    const ours = { format: 'souk-catalog', version: 1, categories };
    for (const file of [
      JSON.stringify({ ...ours, products: [] }),
      JSON.stringify({ ...ours, products: [{ id, category_id, name, price }] }),
      'id,name\n1001,60 UC\n',
      'id,params,category\n1001,playerId,Games > UC\n',
      'id,available\n1001,no\n',
    ]) {
      const { samples } = await imported(file);
      expect([file, samples]).toEqual([file, []]);
    }
    expect(await stored()).toEqual(before);
    await expect(imported('id,name\n1001,x\n1002,y\n')).rejects.toThrow(
      ': row 3 (product 1002): there is no such product; a new one needs a category, a name and',
    );
    await expect(imported('id,category_id\n1001,21\n')).rejects.toThrow(
      ': row 2 (product 1001): there is no category 21.',
    );
  });
});

/** The columns of the table that several columns of a file write. */
const COLUMN_OF: Readonly<Partial<Record<CsvColumn, string>>> = {
  category: 'category_id',
  params: 'fields',
  qty_min: 'qty_values',
  qty_max: 'qty_values',
  qty_list: 'qty_values',
};

/** A cell that is CSV text already is made safe for spreadsheets only once. */
function plain(cell: string | undefined): string | undefined {
  return cell?.replace(/^'(?=['=+\-@\t\r])/, '');
}

function batchesOf<Row>(rows: readonly Row[]): RowBatches<Row> {
  const copied = JSON.parse(JSON.stringify(rows)) as Row[];
  return {
    count: rows.length,
    batches: async function* () {
      await Promise.resolve();
      yield copied;
    },
    all: () => Promise.resolve(copied),
  };
}
