import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogFileCategory } from '../../../catalog/import/reading/catalog-file.js';
import { DEEPEST_LEVEL } from '../../../catalog/import/reading/reading-bounds.js';
import type { PackedCatalog } from '../../../catalog/import/thread/packed-catalog.js';
import type { Listing } from '../../../catalog/listing/listing.js';
import { ListingService } from '../../../catalog/listing/listing.service.js';
import { OperatorError } from '../../../common/app-error.js';
import type { Supplier } from '../supplier/supplier.entity.js';
import { SupplierRepository } from '../supplier/supplier.repository.js';
import { SupplierCatalogRepository } from './supplier-catalog.repository.js';
import { levelsOf, listing, markupsOf, markupText } from './supplier-listing.js';

/** How a supplier's catalog is listed here. What is left out stays as it was set before. */
export interface ListingSettings {
  /** Percentage on its prices, such as `10`. */
  readonly markup?: string;
  /** Other percentages, by category of theirs; null for none of its own any more. */
  readonly markupByCategory?: ReadonlyMap<number, string | null>;
  /** Category of ours that its root categories go into. */
  readonly intoCategory?: number;
  /** Minutes from one look to the next; null for no more looks. */
  readonly syncMinutes?: number | null;
}

/** What a look at a supplier's catalog changed in ours: products, by what happened to them. */
export interface CatalogChanges {
  readonly created: number;
  readonly updated: number;
  /** Switched off, because the supplier has them no more. */
  readonly gone: number;
  /** Switched on again. */
  readonly returned: number;
}

/** A supplier that suddenly lists less than this part of what it listed has trouble, not a new catalog. */
const LEAST_PART = 0.5;
/** Categories that are added in one statement. */
const BATCH = 500;

/**
 * Decides what a supplier's catalog becomes in ours; the catalog itself writes it. All in the caller's transaction,
 * which holds the catalog's lock where something is listed.
 */
@Injectable()
export class SupplierListingService {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly listed: SupplierCatalogRepository,
    private readonly catalog: ListingService,
  ) {}

  /** Makes all who change the catalog take turns. */
  lock(manager: EntityManager): Promise<void> {
    return this.catalog.lock(manager);
  }

  /** @returns the supplier as it is set from now on. @throws OperatorError */
  async keep(
    manager: EntityManager,
    supplier: Supplier,
    settings: ListingSettings,
  ): Promise<Supplier> {
    const { id } = supplier;
    const { markup, markupByCategory = [], intoCategory, syncMinutes } = settings;
    const change = {
      ...(markup !== undefined && { markup: markupText(markup) }),
      ...(intoCategory !== undefined && { intoCategory }),
      ...(syncMinutes !== undefined && { syncMinutes }),
    };
    if (intoCategory !== undefined && !(await this.catalog.isCategory(manager, intoCategory))) {
      throw new OperatorError(`There is no category ${intoCategory}; see "souk catalog show".`);
    }
    await this.suppliers.update(id, change, manager);
    for (const [category, percent] of markupByCategory) {
      const text = percent === null ? null : markupText(percent);
      await this.listed.setMarkup(manager, id, category, text);
    }
    return { ...supplier, ...change };
  }

  /**
   * Lists the supplier's categories, and holds its products ready to be compared with ours.
   * @param signal breaks off between two batches
   * @throws OperatorError
   */
  async stage(
    manager: EntityManager,
    supplier: Supplier,
    { categories, products }: PackedCatalog,
    signal?: AbortSignal,
  ): Promise<void> {
    const levels = levelsOf(await categories.all());
    await this.assertShallow(manager, supplier, levels);
    const byCategory = await this.listed.markups(manager, supplier.id);
    const markups = { general: supplier.markup, byCategory };
    const ours = await this.listCategories(manager, supplier, levels);
    const markupAt = markupsOf(levels.flat(), markups);
    const placeOf = (theirs: number) => ({
      category: ours.get(theirs) ?? theirs,
      markup: markupAt.get(theirs) ?? markups.general,
    });
    await this.catalog.stage(
      manager,
      this.listings(manager, supplier, { products, placeOf, signal }),
    );
  }

  /** @throws OperatorError when most of what was listed is gone. */
  async assertPlausible(manager: EntityManager, { id, name }: Supplier): Promise<void> {
    const { listed, kept } = await this.listed.countListed(manager, id);
    if (kept >= listed * LEAST_PART) return;
    throw new OperatorError(
      `"${name}" lists only ${kept} of the ${listed} products it had; nothing was changed. Use --force if that is right.`,
    );
  }

  /** Brings our products in step with what is staged. */
  async follow(manager: EntityManager, supplier: Supplier): Promise<CatalogChanges> {
    const { id } = supplier;
    const changes = await this.catalog.changes(manager);
    const missing = await this.listed.missing(manager, supplier);
    await this.catalog.follow(manager, changes);
    if (changes.created > 0) await this.listed.noteCreated(manager, id);
    await this.catalog.switchOff(manager, missing);
    await this.listed.noteGoneAndReturned(manager, id, missing);
    const { created, updated, returned } = changes;
    return { created, updated, gone: missing.length, returned };
  }

  private async *listings(
    manager: EntityManager,
    supplier: Supplier,
    { products, placeOf, signal }: Staging,
  ): AsyncGenerator<Listing[], void> {
    for await (const batch of products.batches()) {
      signal?.throwIfAborted();
      const ids = batch.map(({ id }) => id);
      const links = await this.listed.links(manager, supplier, ids);
      yield batch.map((product) => {
        const place = { ...placeOf(product.category_id), link: links.get(product.id) };
        return listing(product, supplier.name, place);
      });
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
      `Its category ${tooDeep.id} would stand more than ${DEEPEST_LEVEL} levels deep; list it in a category nearer to the root.`,
    );
  }

  /** @returns our category for each of theirs. Once listed, a category is the operator's to name and to move. */
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
          ...{ key: id, name, image, position },
          parent_id: (parent === null ? intoCategory : ours.get(parent)) ?? null,
        }));
      for (let start = 0; start < fresh.length; start += BATCH) {
        const batch = fresh.slice(start, start + BATCH);
        const added = await this.catalog.addCategories(manager, batch);
        await this.listed.noteCategories(manager, supplierId, added);
        for (const { key, id } of added) ours.set(key, id);
      }
    }
    return ours;
  }
}

/** What of a catalog becomes listings, and where. */
interface Staging {
  readonly products: PackedCatalog['products'];
  /** Our category, and the mark-up, for a category of theirs. */
  readonly placeOf: (theirs: number) => { readonly category: number; readonly markup: string };
  readonly signal: AbortSignal | undefined;
}
