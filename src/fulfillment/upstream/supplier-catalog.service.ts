import { Injectable } from '@nestjs/common';
import { parseShopAnswer } from '../../catalog/import/reading/catalog-source.js';
import type { CatalogDraft } from '../../catalog/import/reading/draft-builder.js';
import { OperatorError } from '../../common/app-error.js';
import { isPlainDecimal } from '../../common/decimal.js';
import { Database } from '../../database/database.js';
import { NoAnswerError } from './supplier.client.js';
import { SupplierCalls } from './supplier-calls.js';
import { SupplierCatalogRepository, type CatalogChanges } from './supplier-catalog.repository.js';
import type { Supplier } from './supplier.entity.js';
import { SupplierRepository } from './supplier.repository.js';
import { SupplierService } from './supplier.service.js';

export interface SyncOptions {
  /** Only says what would change. */
  readonly dryRun: boolean;
  /** Goes on although most of what was there is gone. */
  readonly force: boolean;
}

/** How a supplier's catalog is listed here. */
export interface ListingSettings {
  /** Percentage on its prices, such as `10`. */
  readonly markup?: string;
  /** Category of ours that its root categories go into. */
  readonly intoCategory?: number;
  /** Minutes from one look to the next; null for no more looks. */
  readonly syncMinutes?: number | null;
}

/** A supplier that suddenly lists less than this part of what it listed has trouble, not a new catalog. */
const LEAST_PART = 0.5;

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

  async configure(name: string, { markup, intoCategory, syncMinutes }: ListingSettings) {
    const { id } = await this.suppliers.get(name);
    if (markup !== undefined && !(isPlainDecimal(markup) && Number(markup) >= -100)) {
      throw new OperatorError(`${JSON.stringify(markup)} is no percentage; write one such as 10.`);
    }
    await this.repository.update(id, {
      ...(markup !== undefined && { markup }),
      ...(intoCategory !== undefined && { intoCategory }),
      ...(syncMinutes !== undefined && { syncMinutes }),
    });
  }

  /**
   * New products appear, changed ones change, those that are gone are switched off and come back when they return.
   * What the operator deleted or switched off stays so. All in one transaction, or nothing.
   * @throws OperatorError when the answer is no catalog, or most of it is gone.
   */
  async sync(name: string, { dryRun, force }: SyncOptions): Promise<CatalogChanges> {
    const supplier = await this.suppliers.get(name);
    const draft = await this.draftOf(supplier);
    const changes = await this.database
      .transaction(async (manager) => {
        await this.catalog.lock(manager);
        await this.assertPlausible(manager, supplier, draft, force);
        const result = await this.catalog.list(manager, supplier, draft);
        if (dryRun) throw new DryRun(result);
        return result;
      })
      .catch((error: unknown) => {
        if (error instanceof DryRun) return error.changes;
        throw error;
      });
    if (!dryRun) await this.repository.update(supplier.id, { syncedAt: new Date() });
    return changes;
  }

  private async draftOf(supplier: Supplier): Promise<CatalogDraft> {
    const where = `${supplier.baseUrl}/client/api/catalog`;
    try {
      const text = await this.calls.catalog(supplier, 'catalog');
      return parseShopAnswer(where, text);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      throw new OperatorError(
        `${where} gives no catalog (${error.message}); check the address and the token.`,
      );
    }
  }

  private async assertPlausible(
    manager: Parameters<SupplierCatalogRepository['countListed']>[0],
    { id, name }: Supplier,
    draft: CatalogDraft,
    force: boolean,
  ): Promise<void> {
    const ids = draft.products.map((product) => product.id);
    const { listed, kept } = await this.catalog.countListed(manager, id, ids);
    if (force || kept >= listed * LEAST_PART) return;
    throw new OperatorError(
      `"${name}" lists only ${kept} of the ${listed} products it had; nothing was changed. Use --force if that is right.`,
    );
  }
}

/** Rolls a dry run back. */
class DryRun extends Error {
  constructor(readonly changes: CatalogChanges) {
    super('dry run');
  }
}
