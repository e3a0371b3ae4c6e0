import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseShopAnswer } from '../../catalog/import/reading/catalog-source.js';
import type { CatalogDraft } from '../../catalog/import/reading/draft-builder.js';
import { OperatorError } from '../../common/app-error.js';
import { storableText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { NoAnswerError } from './supplier.client.js';
import { SupplierCalls } from './supplier-calls.js';
import { SupplierCatalogRepository, type CatalogChanges } from './supplier-catalog.repository.js';
import { markupText, type Markups } from './supplier-listing.js';
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
  async sync(name: string, { dryRun, force, settings = {} }: SyncOptions): Promise<CatalogChanges> {
    const supplier = await this.suppliers.get(name);
    try {
      const draft = await this.draftOf(supplier);
      return await this.inTransaction(dryRun, async (manager) => {
        await this.catalog.lock(manager);
        const kept = await this.keep(manager, supplier, settings);
        if (!force) await this.assertPlausible(manager, kept, draft);
        const markups = await this.markups(manager, kept);
        const changes = await this.catalog.list(manager, kept, draft, markups);
        await this.repository.update(kept.id, { syncedAt: new Date(), syncError: '' }, manager);
        return changes;
      });
    } catch (error) {
      if (!dryRun) await this.repository.update(supplier.id, { syncError: reasonOf(error) });
      throw error;
    }
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

  private async draftOf(supplier: Supplier): Promise<CatalogDraft> {
    const failures: string[] = [];
    for (const route of ROUTES) {
      const where = `${supplier.baseUrl}/client/api/${route}`;
      try {
        const { httpStatus, text } = await this.calls.catalog(supplier, route);
        if (httpStatus === 200) return parseShopAnswer(where, text);
        failures.push(`${where} gives no catalog (it answered HTTP ${httpStatus})`);
        if (!NO_ROUTE.includes(httpStatus)) break;
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        failures.push(`${where} gives no catalog (${error.message})`);
        break;
      }
    }
    throw new OperatorError(`${failures.join(', ')}; check the address and the token.`);
  }

  private async assertPlausible(
    manager: EntityManager,
    { id, name }: Supplier,
    draft: CatalogDraft,
  ): Promise<void> {
    const available = draft.products.filter((product) => product.available);
    const ids = available.map((product) => product.id);
    const { listed, kept } = await this.catalog.countListed(manager, id, ids);
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
