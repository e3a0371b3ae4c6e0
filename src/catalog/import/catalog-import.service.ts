import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { lockCatalog } from './catalog-lock.js';
import type { CatalogDifference } from './catalog-difference.js';
import type { CatalogFileProduct } from './reading/catalog-file.js';
import { CatalogImportRepository } from './catalog-import.repository.js';
import { asOperatorError } from './reading/catalog-source.js';
import { matchCategories, type MatchedCategories } from './category-matching.js';
import { ManualSwitchOffs } from './manual-switch-offs.js';
import { readCatalog } from './thread/catalog-reader.js';
import type { PackedCatalog } from './thread/packed-catalog.js';

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

/** Imports a catalog file. Ids are kept, because clients store them. */
@Injectable()
export class CatalogImportService {
  constructor(
    private readonly database: Database,
    private readonly catalog: CatalogImportRepository,
    private readonly switchOffs: ManualSwitchOffs,
  ) {}

  /**
   * Reads and checks the whole file, compares it with the catalog and, unless it is a dry run, writes the difference in
   * one transaction.
   * @throws OperatorError in one sentence that names the file and the first invalid rows.
   */
  async importFile(path: string, options: ImportOptions): Promise<CatalogDifference> {
    const catalog = await readCatalog(path, { separator: options.separator });
    try {
      return await (options.dryRun
        ? this.database.snapshot((manager) => this.compare(manager, catalog, options))
        : this.database.transaction((manager) => this.apply(manager, catalog, options)));
    } catch (error) {
      throw asOperatorError(path, error);
    }
  }

  private async apply(
    manager: EntityManager,
    catalog: PackedCatalog,
    options: ImportOptions,
  ): Promise<CatalogDifference> {
    await lockCatalog(manager);
    const difference = await this.compare(manager, catalog, options);
    await this.catalog.write(manager, difference, { ...options, demo: options.demo ?? false });
    await this.switchOffs.keepOff(manager, await this.catalog.unavailableProducts(manager));
    return difference;
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

  private async categoriesOf(
    manager: EntityManager,
    catalog: PackedCatalog,
  ): Promise<MatchedCategories> {
    const categories = await catalog.categories.all();
    if (!catalog.categoriesByName) return { categories, idOf: (id) => id };
    return matchCategories(categories, await this.catalog.storedCategories(manager));
  }
}

async function* placedProducts(
  products: PackedCatalog['products'],
  idOf: MatchedCategories['idOf'],
): AsyncGenerator<CatalogFileProduct[], void> {
  for await (const batch of products.batches()) {
    yield batch.map((product) => ({ ...product, category_id: idOf(product.category_id) }));
  }
}
