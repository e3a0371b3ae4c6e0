import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { lockCatalog } from './catalog-lock.js';
import { MAX_SAMPLES, NO_CHANGES, type CatalogDifference } from './catalog-difference.js';
import type { CatalogFileProduct } from './reading/catalog-file.js';
import { CatalogImportRepository } from './catalog-import.repository.js';
import { asOperatorError } from './reading/catalog-source.js';
import { matchCategories, type MatchedCategories } from './category-matching.js';
import { ManualSwitchOffs } from './manual-switch-offs.js';
import { PriceListRepository } from './price-list.repository.js';
import { FileFault, RowFaults } from './reading/import-faults.js';
import { rowPlace } from './reading/row-values.js';
import { readCatalog } from './thread/catalog-reader.js';
import type { PackedCatalog, PackedPrices } from './thread/packed-catalog.js';

export interface ImportOptions {
  /** Only reports what would change. */
  readonly dryRun: boolean;
  /** Hides items that are not in the file from everyone; an import never deletes anything. */
  readonly hideMissing: boolean;
  /** Between the columns of a CSV; a comma if left out. */
  readonly separator?: string | undefined;
  /** Marks created items as part of the demo shop. */
  readonly demo?: boolean;
  /** Called repeatedly with the number of rows that were sent to the database. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Imports a catalog file, or a price list. Ids are kept, because clients store them. */
@Injectable()
export class CatalogImportService {
  constructor(
    private readonly database: Database,
    private readonly catalog: CatalogImportRepository,
    private readonly prices: PriceListRepository,
    private readonly switchOffs: ManualSwitchOffs,
  ) {}

  /**
   * Reads and checks the whole file, compares it with the catalog and, unless it is a dry run, writes the difference in
   * one transaction. A price list changes the base prices of the products that it names, and nothing else.
   * @throws OperatorError in one sentence that names the file and the first invalid rows.
   */
  async importFile(path: string, options: ImportOptions): Promise<CatalogDifference> {
    const content = await readCatalog(path, { separator: options.separator });
    const compare = (manager: EntityManager): Promise<CatalogDifference> =>
      'prices' in content
        ? this.comparePrices(manager, content, options)
        : this.compare(manager, content, options);
    try {
      if (options.dryRun) return await this.database.snapshot(compare);
      return await this.database.transaction(async (manager) => {
        await lockCatalog(manager);
        const difference = await compare(manager);
        if ('prices' in content) await this.prices.write(manager);
        else await this.write(manager, difference, options);
        return difference;
      });
    } catch (error) {
      throw asOperatorError(path, error);
    }
  }

  private async write(
    manager: EntityManager,
    difference: CatalogDifference,
    options: ImportOptions,
  ): Promise<void> {
    await this.catalog.write(manager, difference, { ...options, demo: options.demo ?? false });
    await this.switchOffs.keepOff(manager, await this.catalog.unavailableProducts(manager));
  }

  private async compare(
    manager: EntityManager,
    catalog: PackedCatalog,
    { hideMissing, demo = false, onProgress }: ImportOptions,
  ): Promise<CatalogDifference> {
    const { categories, idOf } = await this.categoriesOf(manager, catalog);
    const { products } = catalog;
    const total = categories.length + products.count;
    const tell = (done: number): void => onProgress?.(done, total);
    await this.catalog.stageCategories(manager, categories, tell);
    const placed = placedProducts(products, idOf);
    await this.catalog.stageProducts(manager, placed, (done) => {
      tell(categories.length + done);
    });
    return this.catalog.difference(manager, { hideMissing, demo });
  }

  private async comparePrices(
    manager: EntityManager,
    { prices }: PackedPrices,
    { hideMissing, onProgress }: ImportOptions,
  ): Promise<CatalogDifference> {
    if (hideMissing) throw new FileFault('changes prices alone; leave out --hide-missing.');
    await this.prices.stage(manager, prices.batches(), (done) => {
      onProgress?.(done, prices.count);
    });
    await assertKnown(await this.prices.unknownIds(manager), prices);
    return {
      pricesOnly: true,
      categories: NO_CHANGES,
      products: { ...NO_CHANGES, ...(await this.prices.counts(manager)) },
      samples: await this.prices.samples(manager, MAX_SAMPLES),
    };
  }

  private async categoriesOf(
    manager: EntityManager,
    catalog: PackedCatalog,
  ): Promise<MatchedCategories> {
    const categories = await catalog.categories.all();
    if (!catalog.categoriesByName) return { categories, idOf: (id) => id };
    return matchCategories(categories, await this.catalog.storedCategories(manager));
  }
}

/** @throws FileFault naming the first rows of unknown products */
async function assertKnown(
  unknown: ReadonlySet<number>,
  prices: PackedPrices['prices'],
): Promise<void> {
  if (unknown.size === 0) return;
  const faults = new RowFaults();
  for (const { row, id } of await prices.all()) {
    if (unknown.has(id)) faults.add(rowPlace(row, 'product', id), 'there is no such product');
  }
  faults.throwIfAny();
}

async function* placedProducts(
  products: PackedCatalog['products'],
  idOf: MatchedCategories['idOf'],
): AsyncGenerator<CatalogFileProduct[], void> {
  for await (const batch of products.batches()) {
    yield batch.map((product) => ({ ...product, category_id: idOf(product.category_id) }));
  }
}
