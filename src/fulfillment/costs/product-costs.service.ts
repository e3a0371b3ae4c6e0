import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProductService } from '../../catalog/editing/product.service.js';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import type { ComparedCost, CostRow, CostSource, ProductCost } from './product-cost.js';
import { ProductCostsRepository, type CostChanges } from './product-costs.repository.js';
import { unitCostText } from './unit-cost.js';

/** Rows that one statement writes. */
const ROWS_PER_BATCH = 5_000;
const MAX_NAMED_PRODUCTS = 5;
/** Products whose costs an import tells before and after it. */
const TOLD_COSTS = 100;

/** Selects a part of the products that are not deleted, by id. */
interface CostQuery {
  readonly limit: number;
  /** Only products with a greater id. */
  readonly after?: number | undefined;
  /** Only products whose cost is unknown. */
  readonly unknownOnly?: boolean | undefined;
}

/** A part of the list of costs. */
export interface CostPage {
  readonly items: readonly ProductCost[];
  /** The id after which the next page begins; null at the end. A page of unknown costs may have few items before it, or none. */
  readonly next: number | null;
}

/** How a cost is set. */
interface CostSetting {
  /** The transaction that it belongs to; one of its own by default. */
  readonly within?: EntityManager;
  readonly source?: CostSource;
}

/** What an import has changed. */
export interface ImportedCosts {
  readonly changes: CostChanges;
  /** USD by product id, of the first 100 products of the import; a cost that is unknown is left out. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** What products cost the shop a unit. Costs never change the catalog or its revision. */
@Injectable()
export class ProductCosts {
  constructor(
    private readonly database: Database,
    private readonly products: ProductService,
    private readonly costs: ProductCostsRepository,
  ) {}

  /** Products that are not deleted, by id, with their costs. */
  async list({ limit, after, unknownOnly = false }: CostQuery): Promise<CostPage> {
    const part = { after, limit: limit + 1 };
    const { items: found, examinedTo } = unknownOnly
      ? await this.costs.unknown(part)
      : { items: await this.costs.list(part), examinedTo: null };
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? (items.at(-1)?.productId ?? null) : examinedTo };
  }

  /** The cost of a product, deleted or not. @throws MissingError */
  async get(productId: number): Promise<ProductCost> {
    await this.products.get(productId);
    return this.costOf(undefined, productId);
  }

  /** The same for a change: no cost is written by others until the transaction ends. @throws MissingError */
  async locked(manager: EntityManager, productId: number): Promise<ProductCost> {
    await this.products.get(productId, manager);
    await this.costs.lock(manager);
    return this.costOf(manager, productId);
  }

  /** The known costs of products beside a price. @param prices USD per unit, as decimal texts; each product once. */
  compared(
    prices: readonly { readonly id: number; readonly after: string }[],
  ): Promise<ComparedCost[]> {
    return this.costs.compared(
      prices.map(({ id }) => id),
      prices.map(({ after }) => after),
    );
  }

  /**
   * Sets the cost of a product, by hand if nothing else is said.
   * @param cost USD per unit; null makes it unknown, until the next sync of the supplier that lists the product.
   * @throws OperatorError if the cost is none, or there is no such product
   */
  async set(
    productId: number,
    cost: string | null,
    { within, source = 'manual' }: CostSetting = {},
  ): Promise<void> {
    const unitCost = cost === null ? null : unitCostText(cost);
    const change = async (manager: EntityManager): Promise<void> => {
      await this.locked(manager, productId);
      await this.costs.write(manager, [{ productId, cost: unitCost }], source, {
        withSource: true,
      });
    };
    await (within ? change(within) : this.database.transaction(change));
  }

  /**
   * Sets the costs of many products, all or none. A cost that is the same already keeps its source.
   * @param rows each product once.
   * @param options with the transaction that it belongs to; one of its own by default.
   * @throws OperatorError that names products which do not exist
   */
  import(
    rows: readonly CostRow[],
    { dryRun = false, within }: { readonly dryRun?: boolean; readonly within?: EntityManager } = {},
  ): Promise<ImportedCosts> {
    const ids = rows.slice(0, TOLD_COSTS).map(({ productId }) => productId);
    const write = async (manager: EntityManager) => {
      await this.costs.lock(manager);
      const before = await this.costs.known(manager, ids);
      const changes = await this.writeAll(manager, rows);
      return { changes, before, after: await this.costs.known(manager, ids) };
    };
    return within ? write(within) : this.database.transaction(write, { dryRun });
  }

  private async writeAll(manager: EntityManager, rows: readonly CostRow[]): Promise<CostChanges> {
    const total = { set: 0, removed: 0, unchanged: 0 };
    for (let start = 0; start < rows.length; start += ROWS_PER_BATCH) {
      const batch = rows.slice(start, start + ROWS_PER_BATCH);
      assertKnown(await this.costs.missing(manager, batch, MAX_NAMED_PRODUCTS));
      const changes = await this.costs.write(manager, batch, 'import', { withSource: false });
      total.set += changes.set;
      total.removed += changes.removed;
      total.unchanged += changes.unchanged;
    }
    return total;
  }

  private async costOf(
    manager: EntityManager | undefined,
    productId: number,
  ): Promise<ProductCost> {
    const one = { after: productId - 1, limit: 1, withDeleted: true };
    const [found] = await this.costs.list(one, manager);
    if (found?.productId === productId) return found;
    throw new Error(`product ${productId} has gone`);
  }
}

/** @throws OperatorError */
function assertKnown(missing: readonly number[]): void {
  if (missing.length === 0) return;
  const ids = missing.join(', ');
  throw new OperatorError(...sentence('product.unknown', { ids }));
}
