import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CatalogImportRepository } from './catalog-import.repository.js';
import { MAX_SAMPLES, NO_CHANGES, type CatalogDifference } from './catalog-difference.js';
import { matchCategories, type MatchedCategories } from './category-matching.js';
import { ManualSwitchOffs } from './manual-switch-offs.js';
import { PriceListRepository } from './price-list.repository.js';
import type { CatalogFileProduct } from './reading/catalog-file.js';
import { FileFault, RowFaults } from './reading/import-faults.js';
import { rowPlace } from './reading/row-values.js';
import type { PackedCatalog, PackedPrices } from './thread/packed-catalog.js';

/** How a catalog is compared with the stored one. */
export interface ComparisonOptions {
  /** Hides items that are not in the file from everyone; an import never deletes anything. */
  readonly hideMissing: boolean;
  /** Marks created items as part of the demo shop. */
  readonly demo?: boolean;
  /** Called repeatedly with the number of rows that were sent to the database. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Compares a catalog, or a price list, with what is stored, and writes the difference, in the transaction of the caller. The
 * rows are staged in temporary tables, which live as long as the transaction.
 */
@Injectable()
export class CatalogComparison {
  constructor(
    private readonly catalog: CatalogImportRepository,
    private readonly prices: PriceListRepository,
    private readonly switchOffs: ManualSwitchOffs,
  ) {}

  /** @throws FileFault if the content does not fit the stored catalog */
  compare(
    manager: EntityManager,
    content: PackedCatalog | PackedPrices,
    options: ComparisonOptions,
  ): Promise<CatalogDifference> {
    return 'prices' in content
      ? this.comparePrices(manager, content, options)
      : this.compareCatalog(manager, content, options);
  }

  /** Writes what was compared in this transaction, which must hold the catalog lock since before the comparison. */
  async write(
    manager: EntityManager,
    difference: CatalogDifference,
    { hideMissing, demo = false }: ComparisonOptions,
  ): Promise<void> {
    if (difference.pricesOnly) {
      await this.prices.write(manager);
      return;
    }
    await this.catalog.write(manager, difference, { hideMissing, demo });
    await this.switchOffs.keepOff(manager, await this.catalog.unavailableProducts(manager));
  }

  private async compareCatalog(
    manager: EntityManager,
    catalog: PackedCatalog,
    { hideMissing, demo = false, onProgress }: ComparisonOptions,
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
    { hideMissing, onProgress }: ComparisonOptions,
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
