import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogFile } from '../../../src/catalog/import/reading/catalog-file.js';
import { souk } from '../command-line.js';
import type { Random } from '../random.js';
import type { TestDatabase } from '../test-database.js';
import { MARKER_PRODUCT } from './changing-shop.js';
import { somePrice } from './change-kinds.js';

const CHANGED_SHARE = 0.15;
/** Of the products, those that an import does not name. */
const MISSING_SHARE = 0.05;
const BULK_NAME = 'Bulk';

/** A command of the operator, with the settings of the shop. @throws Error when it fails */
export class ImportingOperator {
  private files = 0;

  constructor(
    private readonly settings: Record<string, string>,
    private readonly folder: string,
    private readonly random: Random,
  ) {}

  /** Exports the catalog, changes the file, and imports it. What the file does not name is hidden or shown. */
  async importCatalog(db: TestDatabase, { newProducts = 3 } = {}): Promise<void> {
    // An import refuses circles of parents, which SQL may have left.
    await db.query('UPDATE categories SET parent_id = NULL WHERE parent_id >= id');
    const file = this.file('json');
    await this.souk('catalog', 'export', file);
    const catalog = JSON.parse(await readFile(file, 'utf8')) as CatalogFile;
    await writeFile(file, JSON.stringify(this.changed(catalog, newProducts)));
    await this.imported(file, '--hide-missing');
  }

  /** Imports other prices for some products. */
  async importPrices(db: TestDatabase): Promise<void> {
    const { random } = this;
    const products = await db.query<{ id: number }>(
      'SELECT id FROM products WHERE deleted_at IS NULL AND id <> $1 ORDER BY id',
      [MARKER_PRODUCT],
    );
    const lines = products
      .filter(() => random.chance(CHANGED_SHARE))
      .map(({ id }) => `${id},${somePrice(random)}`);
    const file = this.file('csv');
    await writeFile(file, ['id,price', `${MARKER_PRODUCT},2`, ...lines].join('\n'));
    await this.imported(file);
  }

  /** Removes the products that imports have created. */
  async removeNew(db: TestDatabase): Promise<void> {
    await db.query(`DELETE FROM products WHERE name LIKE '${BULK_NAME} %'`);
  }

  private changed(catalog: CatalogFile, newProducts: number): CatalogFile {
    const { random } = this;
    const { categories, products } = catalog;
    const [template] = products;
    if (!template) throw new Error('the catalog has no product');
    const first = 1 + products.reduce((highest, { id }) => Math.max(highest, id), 200_000);
    const added = Array.from({ length: newProducts }, (_, index) => ({
      ...template,
      id: first + index,
      category_id: random.pick(categories).id,
      name: `${BULK_NAME} ${index}`,
      available: index % 50 === 0,
    }));
    const kept = products.filter(
      ({ id }) => id === MARKER_PRODUCT || !random.chance(MISSING_SHARE),
    );
    return {
      ...catalog,
      categories: categories.map((row) =>
        random.chance(CHANGED_SHARE) ? { ...row, name: `${row.name}.` } : row,
      ),
      products: [
        ...kept.map((row) =>
          random.chance(CHANGED_SHARE) ? { ...row, price: somePrice(random) } : row,
        ),
        ...added,
      ],
    };
  }

  private file(type: string): string {
    return join(this.folder, `catalog-${++this.files}.${type}`);
  }

  /** Accepts what is unusual. */
  private async imported(...words: string[]): Promise<void> {
    const { out } = await souk(this.settings, '--json', 'catalog', 'import', ...words, '--dry-run');
    const { unusual } = JSON.parse(out) as { unusual?: { count: number } };
    const accepted = unusual ? ['--accept-unusual', String(unusual.count)] : [];
    await this.souk('catalog', 'import', ...words, ...accepted);
  }

  private async souk(...words: string[]): Promise<void> {
    const { code, err } = await souk(this.settings, ...words);
    if (code !== 0) throw new Error(`souk ${words.join(' ')} ended with ${code}: ${err}`);
  }
}
