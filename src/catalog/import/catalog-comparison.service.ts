import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Unusual } from '../unusual/unusual.js';
import { UnusualChanges } from '../unusual/unusual-changes.service.js';
import { CatalogImportRepository } from './catalog-import.repository.js';
import {
  MAX_SAMPLES,
  NO_CHANGES,
  type CatalogDifference,
  type DifferenceCounts,
  type StagedRows,
} from './catalog-difference.js';
import {
  matchCategories,
  type MatchedCategories,
  type NamedCategory,
} from './category-matching.js';
import { comparedProducts } from './compared-products.js';
import type { OnShare } from './id-parts.js';
import { ManualSwitchOffs } from './manual-switch-offs.js';
import { PriceListRepository } from './price-list.repository.js';
import type { CatalogFileProduct } from './reading/catalog-file.js';
import { FileFault, RowFaults } from './reading/import-faults.js';
import { rowPlace } from './reading/row-values.js';
import { settledCategories } from './settled-categories.js';
import { settledProduct } from './settled-product.js';
import type { PackedCatalog, PackedPrices } from './process/packed-catalog.js';

/** How a catalog is compared with the stored one. */
export interface ComparisonOptions {
  /** Hides items that are not in the file from everyone; an import never deletes anything. */
  readonly hideMissing: boolean;
  /** Marks created items as part of the demo shop. */
  readonly demo?: boolean;
  /** Called repeatedly with the number of rows that were sent to the database. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What is written of the rows that are staged. */
export interface StagedDifference extends DifferenceCounts {
  /** True for a price list. */
  readonly pricesOnly?: boolean | undefined;
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
    private readonly unusualChanges: UnusualChanges,
  ) {}

  /** @throws FileFault if the content does not fit the stored catalog */
  async compare(
    manager: EntityManager,
    content: PackedCatalog | PackedPrices,
    options: ComparisonOptions,
  ): Promise<CatalogDifference> {
    await this.stage(manager, content, options);
    const { hideMissing, demo = false } = options;
    const unusual = await this.unusual(manager, { hideMissing });
    const found = unusual.count > 0 && { unusual };
    if (!('prices' in content)) {
      return { ...(await this.catalog.difference(manager, { hideMissing, demo })), ...found };
    }
    return {
      ...found,
      pricesOnly: true,
      categories: NO_CHANGES,
      products: { ...NO_CHANGES, ...(await this.prices.counts(manager)) },
      samples: await this.prices.samples(manager, MAX_SAMPLES),
    };
  }

  /** What is unusual among the changes of the rows that are staged. */
  unusual(
    manager: EntityManager,
    { hideMissing, onShare }: Pick<ComparisonOptions, 'hideMissing'> & { onShare?: OnShare },
  ): Promise<Unusual> {
    return this.unusualChanges.among(manager, comparedProducts(manager, hideMissing, onShare));
  }

  /** Stages the rows of a content. @returns how many there are. @throws FileFault as `compare` does */
  stage(
    manager: EntityManager,
    content: PackedCatalog | PackedPrices,
    options: Pick<ComparisonOptions, 'hideMissing' | 'onProgress'>,
  ): Promise<StagedRows> {
    return 'prices' in content
      ? this.stagePrices(manager, content, options)
      : this.stageCatalog(manager, content, options);
  }

  /**
   * Writes what was compared in this transaction, which must hold the catalog lock since before the comparison.
   * @param onShare called with the part of the rows that is written.
   */
  async write(
    manager: EntityManager,
    difference: StagedDifference,
    { demo = false, onShare }: Pick<ComparisonOptions, 'demo'> & { readonly onShare?: OnShare },
  ): Promise<void> {
    if (difference.pricesOnly) {
      await this.prices.write(manager, onShare);
      return;
    }
    const switchedOff = await this.catalog.switchedOff(manager);
    await this.catalog.write(manager, difference, { demo, onShare });
    await this.switchOffs.keepOff(manager, switchedOff);
  }

  private async stageCatalog(
    manager: EntityManager,
    catalog: PackedCatalog,
    { onProgress }: Pick<ComparisonOptions, 'onProgress'>,
  ): Promise<StagedRows> {
    const { categories, idOf } = await this.categoriesOf(manager, catalog);
    const { products, categoriesByName } = catalog;
    const total = categories.length + products.count;
    const tell = (done: number): void => onProgress?.(done, total);
    await this.catalog.stageCategories(manager, categories, tell);
    const settled = this.settledProducts(manager, catalog, idOf);
    await this.catalog.stageProducts(manager, settled, (done) => {
      tell(categories.length + done);
    });
    await this.catalog.stageUntold(manager, categoriesByName);
    return { categories: categories.length, products: products.count };
  }

  private async stagePrices(
    manager: EntityManager,
    { prices }: PackedPrices,
    { hideMissing, onProgress }: Pick<ComparisonOptions, 'hideMissing' | 'onProgress'>,
  ): Promise<StagedRows> {
    if (hideMissing) throw new FileFault('changes prices alone; leave out --hide-missing.');
    await this.prices.stage(manager, prices.batches(), (done) => {
      onProgress?.(done, prices.count);
    });
    await assertKnown(await this.prices.unknownIds(manager), prices);
    return { categories: 0, products: prices.count };
  }

  private async categoriesOf(
    manager: EntityManager,
    catalog: PackedCatalog,
  ): Promise<MatchedCategories> {
    const told = await catalog.categories.all();
    const stored = await this.catalog.storedCategories(manager);
    if (!catalog.categoriesByName) {
      const idOf = ({ category_id: id }: NamedCategory): number => id;
      return { categories: settledCategories(told, stored), idOf };
    }
    const live = stored.filter(({ deleted }) => !deleted);
    return matchCategories(told, { live, highestId: stored.at(-1)?.id ?? 0 });
  }

  /** The products as they are to be staged: what the file leaves out is filled in. @throws FileFault */
  private async *settledProducts(
    manager: EntityManager,
    { products, categoriesByName }: PackedCatalog,
    idOf: MatchedCategories['idOf'],
  ): AsyncGenerator<CatalogFileProduct[], void> {
    const faults = new RowFaults();
    for await (const batch of products.batches()) {
      const isWhole = !categoriesByName && batch.every(({ keeps }) => keeps === undefined);
      const ids = isWhole ? [] : batch.map(({ id }) => id);
      const stored = await this.catalog.storedProducts(manager, ids);
      const settled: CatalogFileProduct[] = [];
      for (const told of batch) {
        const one = stored.get(told.id);
        faults.collect(rowPlace(told.row ?? 0, 'product', told.id), () => {
          settled.push(settledProduct(told, one, idOf(told, one?.category_id)));
        });
      }
      yield settled;
    }
    faults.throwIfAny();
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
