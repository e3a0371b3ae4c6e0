import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DEEPEST_LEVEL } from '../../catalog/import/reading/reading-bounds.js';
import type { PackedCatalog } from '../../catalog/import/thread/packed-catalog.js';
import { OperatorError } from '../../common/app-error.js';
import { storableText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { SupplierCalls } from './supplier-calls.js';
import { SupplierCatalogRepository, type CatalogChanges } from './supplier-catalog.repository.js';
import { levelsOf, markupText, type Markups } from './supplier-listing.js';
import type { Supplier } from './supplier.entity.js';
import { SupplierRepository } from './supplier.repository.js';
import { SupplierService } from './supplier.service.js';

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

export interface SyncOptions {
  /** Only says what would change. */
  readonly dryRun: boolean;
  /** Goes on although most of what was there is gone. */
  readonly force: boolean;
  /** Kept, unless it is a dry run. */
  readonly settings?: ListingSettings;
  /** Breaks off at once, and changes nothing. */
  readonly signal?: AbortSignal;
}

/** A supplier that suddenly lists less than this part of what it listed has trouble, not a new catalog. */
const LEAST_PART = 0.5;
/** Shops that do not have the one route have the other. */
const ROUTES = ['catalog', 'products'] as const;
const NO_ROUTE = [404, 405];

/** Lists a supplier's catalog in ours, and keeps it so. */
@Injectable()
export class SupplierCatalogService {
  constructor(
    private readonly database: Database,
    private readonly suppliers: SupplierService,
    private readonly repository: SupplierRepository,
    private readonly catalog: SupplierCatalogRepository,
    private readonly calls: SupplierCalls,
  ) {}

  /** @throws OperatorError */
  async configure(name: string, settings: ListingSettings): Promise<void> {
    const supplier = await this.suppliers.get(name);
    await this.database.transaction((manager) => this.keep(manager, supplier, settings));
  }

  /**
   * New products appear, changed ones change, those that are gone are switched off and come back when they return.
   * What the operator deleted or switched off stays so. All in one transaction, or nothing.
   * @throws OperatorError when the answer is no catalog, or most of it is gone.
   */
  async sync(name: string, options: SyncOptions): Promise<CatalogChanges> {
    const { dryRun, settings = {}, signal } = options;
    const supplier = await this.suppliers.get(name);
    try {
      const catalog = await this.catalogOf(supplier, signal);
      return await this.inTransaction(dryRun, async (manager) => {
        await this.catalog.lock(manager);
        const kept = await this.keep(manager, supplier, settings);
        await this.stage(manager, kept, catalog, signal);
        if (!options.force) await this.assertPlausible(manager, kept);
        const changes = await this.catalog.follow(manager, kept);
        await this.repository.update(kept.id, { syncedAt: new Date(), syncError: '' }, manager);
        return changes;
      });
    } catch (error) {
      // One that was broken off says nothing of the supplier.
      const isNews = !dryRun && signal?.aborted !== true;
      if (isNews) await this.repository.update(supplier.id, { syncError: reasonOf(error) });
      throw error;
    }
  }

  private async stage(
    manager: EntityManager,
    supplier: Supplier,
    { categories, products }: PackedCatalog,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const levels = levelsOf(await categories.all());
    const { intoCategory } = supplier;
    const above = intoCategory === null ? 0 : await this.catalog.levelOf(manager, intoCategory);
    const tooDeep = levels[Math.max(0, DEEPEST_LEVEL - above)]?.[0];
    if (tooDeep) {
      throw new OperatorError(
        `Its category ${tooDeep.id} would stand more than ${DEEPEST_LEVEL} levels deep; list it in a category nearer to the root.`,
      );
    }
    const markups = await this.markups(manager, supplier);
    await this.catalog.stage(manager, supplier, { levels, products, markups, signal });
  }

  private async inTransaction<T>(
    dryRun: boolean,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    let result: { readonly value: T } | undefined;
    try {
      return await this.database.transaction(async (manager) => {
        const value = await work(manager);
        if (!dryRun) return value;
        result = { value };
        throw new DryRun();
      });
    } catch (error) {
      if (error instanceof DryRun && result) return result.value;
      throw error;
    }
  }

  /** @returns the supplier as it is set from now on */
  private async keep(
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
    await this.repository.update(id, change, manager);
    for (const [category, percent] of markupByCategory) {
      const text = percent === null ? null : markupText(percent);
      await this.catalog.setMarkup(manager, id, category, text);
    }
    return { ...supplier, ...change };
  }

  private async markups(manager: EntityManager, { id, markup }: Supplier): Promise<Markups> {
    return { general: markup, byCategory: await this.catalog.markups(manager, id) };
  }

  private async catalogOf(supplier: Supplier, signal?: AbortSignal): Promise<PackedCatalog> {
    const failures: string[] = [];
    for (const route of ROUTES) {
      const where = `${supplier.baseUrl}/client/api/${route}`;
      const reading = await this.calls.catalog(supplier, route, { signal });
      if (reading.kind === 'read') return reading.catalog;
      const isStatus = reading.kind === 'status';
      const reason = isStatus ? `it answered HTTP ${reading.httpStatus}` : reading.reason;
      failures.push(`${where} gives no catalog (${reason})`);
      if (!isStatus || !NO_ROUTE.includes(reading.httpStatus)) break;
    }
    throw new OperatorError(`${failures.join(', ')}; check the address and the token.`);
  }

  private async assertPlausible(manager: EntityManager, { id, name }: Supplier): Promise<void> {
    const { listed, kept } = await this.catalog.countListed(manager, id);
    if (kept >= listed * LEAST_PART) return;
    throw new OperatorError(
      `"${name}" lists only ${kept} of the ${listed} products it had; nothing was changed. Use --force if that is right.`,
    );
  }
}

/** Rolls a dry run back. */
class DryRun extends Error {}

function reasonOf(error: unknown): string {
  return storableText((error instanceof Error ? error.message : String(error)).slice(0, 500));
}
