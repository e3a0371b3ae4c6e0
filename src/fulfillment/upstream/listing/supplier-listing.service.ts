import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogFileCategory } from '../../../catalog/import/reading/catalog-file.js';
import { DEEPEST_LEVEL } from '../../../catalog/import/reading/reading-bounds.js';
import type { PackedCatalog } from '../../../catalog/import/process/packed-catalog.js';
import type { Listing } from '../../../catalog/listing/listing.js';
import { ListingService } from '../../../catalog/listing/listing.service.js';
import type { Unusual } from '../../../catalog/unusual/unusual.js';
import { UnusualChanges } from '../../../catalog/unusual/unusual-changes.service.js';
import { OperatorError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';
import type { Supplier } from '../supplier/supplier.entity.js';
import { ProductCostsRepository } from '../../costs/product-costs.repository.js';
import { SupplierRepository } from '../supplier/supplier.repository.js';
import { SupplierCatalogRepository, type HeldProducts } from './supplier-catalog.repository.js';
import { levelsOf, listing, markupText } from './supplier-listing.js';
import type { Offers } from './supplier-offers.service.js';

/** How a supplier's catalog is listed here. Settings that are left out stay as they are. */
export interface ListingSettings {
  /** Percentage on the supplier's prices, such as `10`. */
  readonly markup?: string;
  /** Other percentages, by category of theirs; null removes the category's own percentage. */
  readonly markupByCategory?: ReadonlyMap<number, string | null>;
  /** Our category into which their root categories go; null for none. */
  readonly intoCategory?: number | null;
  /** Minutes between two syncs; null for no automatic sync. */
  readonly syncMinutes?: number | null;
  /** Categories of theirs; null here and below lists all of their catalog. */
  readonly pickedCategories?: number[] | null;
  /** Products of theirs besides. */
  readonly pickedProducts?: number[] | null;
}

/** How many of our products a sync has changed. */
export interface CatalogChanges {
  readonly created: number;
  readonly updated: number;
  /** Those of the updated ones whose fields change their order. */
  readonly reordered: number;
  /** Switched off because the supplier no longer has them. */
  readonly gone: number;
  /** Switched on again. */
  readonly returned: number;
}

/** If a supplier lists less than this part of its earlier products, the answer is taken for a fault. */
const LEAST_KEPT_PART = 0.5;
/** Categories that one statement adds. */
const CATEGORIES_PER_BATCH = 500;

/**
 * Decides how a supplier's catalog changes ours; the `ListingService` of the catalog writes the changes. All methods work
 * in the transaction of the caller, which must hold the catalog lock for `stage` and `follow`.
 */
@Injectable()
export class SupplierListingService {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly listed: SupplierCatalogRepository,
    private readonly catalog: ListingService,
    private readonly costs: ProductCostsRepository,
    private readonly unusualChanges: UnusualChanges,
  ) {}

  /** Imports and syncs exclude each other until the transaction ends. */
  lock(manager: EntityManager): Promise<void> {
    return this.catalog.lock(manager);
  }

  forgetTakenBack(manager: EntityManager, { id }: Supplier): Promise<void> {
    return this.listed.forgetTakenBack(manager, id);
  }

  /** Stores the settings. @returns the supplier with the new settings. @throws OperatorError */
  async keep(
    manager: EntityManager,
    supplier: Supplier,
    settings: ListingSettings,
  ): Promise<Supplier> {
    const { id } = supplier;
    const { markup, markupByCategory = [], ...others } = settings;
    const { intoCategory } = others;
    const change = { ...others, ...(markup !== undefined && { markup: markupText(markup) }) };
    if (
      typeof intoCategory === 'number' &&
      !(await this.catalog.isCategory(manager, intoCategory))
    ) {
      throw new OperatorError(...sentence('category.unknown', { id: intoCategory }));
    }
    const kept = { ...supplier, ...change };
    if ((kept.pickedCategories === null) !== (kept.pickedProducts === null)) {
      throw new OperatorError(...sentence('supplier.picks'));
    }
    await this.suppliers.update(id, change, manager);
    for (const [category, percent] of markupByCategory) {
      const text = percent === null ? null : markupText(percent);
      await this.listed.setMarkup(manager, id, category, text);
    }
    return kept;
  }

  /**
   * Adds the supplier's new categories, and stages its products to be compared with ours.
   * @param signal is checked between two batches
   * @throws OperatorError
   */
  async stage(
    manager: EntityManager,
    supplier: Supplier,
    offers: Offers,
    signal?: AbortSignal,
  ): Promise<void> {
    const levels = levelsOf(await offers.listedCategories());
    await this.assertShallow(manager, supplier, levels);
    const ours = await this.listCategories(manager, supplier, levels);
    const listings = async function* (): AsyncGenerator<Listing[], void> {
      for await (const batch of offers.batches()) {
        signal?.throwIfAborted();
        const staged = batch.filter(
          ({ link, isPicked, isLeftOut }) => isPicked || (link && isLeftOut),
        );
        yield staged.map((offer) => {
          const { category_id: theirs } = offer.product;
          return listing(offer, supplier.name, ours.get(theirs) ?? theirs);
        });
      }
    };
    await this.catalog.stage(manager, listings());
  }

  /** @throws OperatorError if most of the listed products are gone. */
  async assertPlausible(manager: EntityManager, { id, name }: Supplier): Promise<void> {
    const { listed, kept } = await this.listed.countListed(manager, id);
    if (kept >= listed * LEAST_KEPT_PART) return;
    throw new OperatorError(...sentence('supplier.fewer-products', { name, kept, listed }));
  }

  /** What is unusual among the changes that are staged. @param holds whether these products are left as they are */
  async unusual(
    manager: EntityManager,
    supplier: Supplier,
    holds: boolean,
  ): Promise<{ readonly unusual: Unusual; readonly held: HeldProducts }> {
    const held = { all: [] as number[], vanishing: [] as number[] };
    const compared = await this.listed.compared(manager, supplier);
    const unusual = await this.unusualChanges.among(manager, [compared], ({ id, reason }) => {
      if (holds) held.all.push(id);
      if (holds && reason === 'vanishes') held.vanishing.push(id);
    });
    if (held.all.length > 0) await this.catalog.hold(manager, held.all);
    return { unusual, held };
  }

  /** Applies the staged products to ours. */
  async applyStaged(
    manager: EntityManager,
    supplier: Supplier,
    held: HeldProducts,
  ): Promise<CatalogChanges> {
    const { id } = supplier;
    const changes = await this.catalog.changes(manager);
    const kept = new Set(held.vanishing);
    const gone = await this.listed.missing(manager, supplier);
    const missing = gone.filter((product) => !kept.has(product));
    await this.catalog.applyStaged(manager, changes);
    if (changes.created > 0) await this.listed.noteCreated(manager, id);
    await this.catalog.switchOff(manager, missing);
    await this.listed.noteGoneAndReturned(manager, id, missing, held);
    await this.listed.awaitShownPictures(manager, supplier);
    const { created, updated, reordered, returned } = changes;
    return { created, updated, reordered, gone: missing.length, returned };
  }

  /**
   * Takes the supplier's prices over as the costs of our products, but for those that are held back; the products themselves are
   * not changed.
   * @param signal is checked between two batches
   */
  async writeCosts(
    manager: EntityManager,
    supplier: Supplier,
    { products }: Pick<PackedCatalog, 'products'>,
    { all: held }: HeldProducts,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.costs.lock(manager);
    for await (const batch of products.batches()) {
      signal?.throwIfAborted();
      const prices = batch.map(({ id, price }) => ({ id, price }));
      await this.costs.writeSupplierPrices(manager, supplier, prices, held);
    }
  }

  private async assertShallow(
    manager: EntityManager,
    { intoCategory }: Supplier,
    levels: readonly (readonly CatalogFileCategory[])[],
  ): Promise<void> {
    const above = intoCategory === null ? 0 : await this.catalog.levelOf(manager, intoCategory);
    const tooDeep = levels[Math.max(0, DEEPEST_LEVEL - above)]?.[0];
    if (!tooDeep) return;
    throw new OperatorError(
      ...sentence('supplier.category-too-deep', { id: tooDeep.id, levels: DEEPEST_LEVEL }),
    );
  }

  /** @returns our category for each of theirs. A listed category is not updated: the operator may rename or move it. */
  private async listCategories(
    manager: EntityManager,
    { id: supplierId, intoCategory }: Supplier,
    levels: readonly (readonly CatalogFileCategory[])[],
  ): Promise<ReadonlyMap<number, number>> {
    const ours = await this.listed.categories(manager, supplierId);
    for (const level of levels) {
      const fresh = level
        .filter(({ id }) => !ours.has(id))
        .map(({ id, parent_id: parent, name, image, position }) => ({
          key: id,
          name,
          image,
          position,
          parent_id: (parent === null ? intoCategory : ours.get(parent)) ?? null,
        }));
      for (let start = 0; start < fresh.length; start += CATEGORIES_PER_BATCH) {
        const batch = fresh.slice(start, start + CATEGORIES_PER_BATCH);
        const added = await this.catalog.addCategories(manager, batch);
        await this.listed.noteCategories(manager, supplierId, added);
        for (const { key, id } of added) ours.set(key, id);
      }
    }
    return ours;
  }
}
