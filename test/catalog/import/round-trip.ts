import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { catalogCsv } from '../../../src/catalog/import/catalog-csv.js';
import type { CatalogDifference } from '../../../src/catalog/import/catalog-difference.js';
import { readCatalogFile } from '../../../src/catalog/import/reading/catalog-source.js';
import { CSV_COLUMNS, type CsvColumn } from '../../../src/catalog/import/reading/csv-columns.js';
import type {
  PackedCatalog,
  PackedPrices,
  RowBatches,
} from '../../../src/catalog/import/process/packed-catalog.js';
import { csvLine } from '../../../src/common/csv.js';
import { catalogs, type AnyCatalog } from '../../support/any-catalog.js';
import type { OpenedImports } from './opened-imports.js';

const SAME = { created: 0, updated: 0, hidden: 0, shown: 0 };

type StoredProduct = Readonly<Record<string, unknown>>;

/** Exports a catalog and imports the file again. */
export class RoundTrip {
  constructor(
    private readonly opened: OpenedImports,
    /** The random catalogs of each check. */
    private readonly runs: { readonly numRuns: number },
  ) {}

  async fill({ categories, products }: AnyCatalog): Promise<void> {
    await this.opened.db.query('DELETE FROM products; DELETE FROM categories');
    await this.opened.db.query(
      `INSERT INTO categories (id, parent_id, name, image, position, testing_only, demo, deleted_at)
       SELECT id, parent_id, name, image, position, testing, demo, CASE WHEN deleted THEN now() END
       FROM json_to_recordset($1::json) AS row (id integer, parent_id integer, name text,
         image text, position integer, testing boolean, demo boolean, deleted boolean)`,
      [JSON.stringify(categories)],
    );
    await this.opened.db.query(
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

  stored(): Promise<StoredProduct[]> {
    return this.opened.db.query<StoredProduct>(
      `SELECT *, trim_scale(price)::text AS price, qty_values::text AS qty_values,
         fields::text AS fields, xmin::text AS version
       FROM products ORDER BY id`,
    );
  }

  /** What a file changes. It is read in this thread, since each run would start another one. */
  async imported(text: string, hideMissing = false): Promise<CatalogDifference> {
    const { comparison, database, folder } = this.opened;
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

  /** A file of all items, JSON or CSV, changes none of them. */
  async changesNothing(form: string): Promise<void> {
    await fc.assert(
      fc.asyncProperty(catalogs, fc.boolean(), async (catalog, hideMissing) => {
        await this.fill(catalog);
        const exported = await this.opened.exports.export();
        const isCsv = form === 'CSV';
        fc.pre(!isCsv || exported.products.length > 0);
        fc.pre(isCsv || exported.categories.length > 0);
        const before = await this.stored();
        const text = isCsv ? await this.csv() : JSON.stringify(exported);
        const { samples, ...difference } = await this.imported(text, hideMissing);
        expect(samples).toEqual([]);
        expect(difference).toMatchObject({ categories: SAME, products: SAME });
        expect(difference.products.unchanged).toBe(exported.products.length);
        expect(await this.stored()).toEqual(before);
      }),
      this.runs,
    );
  }

  /** A file of some columns changes these. */
  async changesItsColumns(): Promise<void> {
    const columns = fc.subarray(
      CSV_COLUMNS.filter((column) => column !== 'id' && column !== 'category_image'),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(catalogs, columns, async (catalog, told) => {
        await this.fill(catalog);
        const rows: Record<CsvColumn, string>[] = parse(await this.csv(), { columns: true });
        fc.pre(rows.length > 0);
        const before = await this.stored();
        // Each product gets what the file tells of the next one.
        const lines = rows.map((row, index) => {
          const next = rows[(index + 1) % rows.length];
          return csvLine([row.id, ...told.map((column) => next?.[column])].map(plain));
        });
        const text = `${csvLine(['id', ...told])}${lines.join('')}`;
        await this.imported(text).catch((error: unknown) => {
          // A type and quantities of two products may not fit one another.
          fc.pre(!/qty_|category_id/.test(String(error)));
          throw error;
        });
        const after = await this.stored();
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
      this.runs,
    );
  }

  private async csv(): Promise<string> {
    return [...catalogCsv(await this.opened.exports.export())].join('');
  }
}

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
