import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Not, Repository, type EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../common/app-error.js';
import { Database } from '../database/database.js';
import type { FulfillmentStep } from './fulfillment-step.js';
import { itemName } from './item-name.js';
import { priceText } from './price-text.js';
import { Product } from './product.entity.js';

/** What an operator can change in a product without an import. */
export interface ProductSettings {
  readonly name?: string;
  /** USD per unit. */
  readonly price?: string;
  readonly available?: boolean;
  /** Deletion is soft, because orders and clients refer to the id; `false` restores the product. */
  readonly deleted?: boolean;
}

/** A product before and after a change. */
export interface ChangedProduct {
  readonly before: Product;
  readonly after: Product;
}

/** Single products, as the operator manages them. */
@Injectable()
export class ProductService {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    private readonly database: Database,
  ) {}

  /** @throws MissingError if there is no such product; OperatorError if a value is invalid. */
  async set(id: number, settings: ProductSettings): Promise<Product> {
    return (await this.database.transaction((manager) => this.change(manager, id, settings))).after;
  }

  /**
   * The same in the caller's transaction.
   * @param expects throws if the product as it is now must not be changed
   */
  async change(
    manager: EntityManager,
    id: number,
    { name, price, available, deleted }: ProductSettings,
    expects: (product: Product) => void = () => undefined,
  ): Promise<ChangedProduct> {
    const lock = { mode: 'for_no_key_update' } as const;
    const before = await manager.findOne(Product, { where: { id }, lock });
    if (!before) throw noProduct(id);
    expects(before);
    const change = {
      ...(name !== undefined && { name: itemName(name, 'product') }),
      ...(price !== undefined && { price: priceText(price) }),
      ...(available !== undefined && { available }),
      ...(deleted !== undefined && { deletedAt: deleted ? () => 'now()' : null }),
    };
    if (Object.keys(change).length === 0) throw new OperatorError('Say what to set.');
    await manager.update(Product, { id }, change);
    return { before, after: await this.get(id, manager) };
  }

  /** At most `limit` products with a greater id than `after`, by id. */
  page(
    after: number,
    limit: number,
    { categoryId, deleted }: { readonly categoryId?: number; readonly deleted: boolean },
  ): Promise<Product[]> {
    return this.products.find({
      where: {
        id: MoreThan(after),
        deletedAt: deleted ? Not(IsNull()) : IsNull(),
        ...(categoryId !== undefined && { categoryId }),
      },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Sets the handlers of future orders. @throws OperatorError if there is no such product. */
  async setFulfillment(id: number, steps: readonly FulfillmentStep[]): Promise<Product> {
    await this.get(id);
    await this.products.save({ id, fulfillment: [...steps] });
    return this.get(id);
  }

  /** @throws MissingError */
  async get(id: number, manager: EntityManager = this.products.manager): Promise<Product> {
    const product = await manager.findOneBy(Product, { id });
    if (product) return product;
    throw noProduct(id);
  }
}

function noProduct(id: number): MissingError {
  return new MissingError(`There is no product ${id}`, 'souk catalog show');
}
