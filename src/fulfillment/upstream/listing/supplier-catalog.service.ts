import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  assertAccepted,
  UnusualChangesError,
  type Unusual,
} from '../../../catalog/unusual/unusual.js';
import { storableText } from '../../../common/text.js';
import { Database } from '../../../database/database.js';
import { SupplierRepository } from '../supplier/supplier.repository.js';
import {
  SupplierListingService,
  type CatalogChanges,
  type ListingSettings,
} from './supplier-listing.service.js';
import { SupplierOffers, type OfferedCatalog } from './supplier-offers.service.js';
import { SupplierService } from '../supplier/supplier.service.js';

export interface SyncOptions {
  /** Only reports what would change. */
  readonly dryRun: boolean;
  /** Syncs even if most of the supplier's products are gone. */
  readonly force: boolean;
  /** The number of unusual changes, from whoever has looked at them; left out where there are none. */
  readonly acceptUnusual?: number | undefined;
  /** Leaves products with unusual changes as they are, since nobody looks at them. */
  readonly holdsUnusual?: true;
  /** Stored, unless it is a dry run. */
  readonly settings?: ListingSettings;
  /** Aborts the sync, which then changes nothing. */
  readonly signal?: AbortSignal;
}

/** What a sync has changed, and what was unusual of it. */
export interface SyncedCatalog extends CatalogChanges {
  readonly unusual: Unusual;
}

/** Lists the catalog of a supplier in ours, and keeps it in sync. */
@Injectable()
export class SupplierCatalogService {
  constructor(
    private readonly database: Database,
    private readonly suppliers: SupplierService,
    private readonly repository: SupplierRepository,
    private readonly listing: SupplierListingService,
    private readonly offers: SupplierOffers,
  ) {}

  /** Keeps the settings in the caller's transaction. @throws OperatorError */
  async configure(manager: EntityManager, name: string, settings: ListingSettings): Promise<void> {
    await this.listing.keep(manager, await this.suppliers.locked(manager, name), settings);
  }

  /**
   * Adds new products, updates changed ones, switches off those that are gone, and switches them on again when they
   * return. Products that the operator deleted or switched off stay so. All in one transaction.
   * @throws OperatorError if the answer is no catalog, or most of the products are gone.
   */
  async sync(name: string, options: SyncOptions): Promise<SyncedCatalog> {
    const { dryRun, settings = {}, signal, holdsUnusual: holds = false } = options;
    const supplier = await this.suppliers.get(name);
    try {
      const catalog = await this.offers.catalogOf(supplier, signal);
      return await this.database.transaction(
        async (manager) => {
          await this.listing.lock(manager);
          // As it is now: to read a catalog takes a while.
          const present = await this.suppliers.get(name, manager);
          const kept = await this.listing.keep(manager, present, settings);
          // Only somebody who looks at it lists again what was taken back.
          if (!holds) await this.listing.forgetTakenBack(manager, kept);
          const staged = await this.offers.of(manager, kept, catalog);
          await this.listing.stage(manager, kept, staged, signal);
          if (!options.force) await this.listing.assertPlausible(manager, kept);
          const { unusual, held } = await this.listing.unusual(manager, kept, holds);
          if (!dryRun && !holds) assertAccepted(unusual, options.acceptUnusual);
          const changes = await this.listing.applyStaged(manager, kept, held);
          await this.listing.writeCosts(manager, kept, catalog, held, signal);
          const heldChanges = held.all.length > 0 ? unusual : null;
          const synced = {
            ...{ syncedAt: new Date(), syncError: '', heldChanges, picturesAt: null },
            appliedCategories: kept.pickedCategories,
            appliedProducts: kept.pickedProducts,
          };
          await this.repository.update(kept.id, synced, manager);
          return { ...changes, unusual };
        },
        { dryRun },
      );
    } catch (error) {
      // Neither an aborted sync nor what somebody has to look at is a fault of the supplier.
      const isAsked = error instanceof UnusualChangesError;
      const isFault = !dryRun && signal?.aborted !== true && !isAsked;
      if (isFault) await this.repository.update(supplier.id, { syncError: reasonOf(error) });
      throw error;
    }
  }

  /** What a supplier offers now, and how it is or would be listed here. @param limit most categories, and most products */
  async offered(
    name: string,
    asked: { readonly text: string; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<OfferedCatalog> {
    const supplier = await this.suppliers.get(name);
    const catalog = await this.offers.catalogOf(supplier, signal);
    const offers = await this.offers.of(this.database.manager, supplier, catalog);
    return this.offers.found(offers, supplier, asked);
  }
}

function reasonOf(error: unknown): string {
  return storableText((error instanceof Error ? error.message : String(error)).slice(0, 500));
}
