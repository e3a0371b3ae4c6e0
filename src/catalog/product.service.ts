import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OperatorError } from '../common/app-error.js';
import type { FulfillmentStep } from './fulfillment-step.js';
import { itemName } from './item-name.js';
import { priceText } from './price-text.js';
import { Product } from './product.entity.js';

/** What an operator can change in a product without an import. */
interface ProductSettings {
  readonly name?: string;
  /** USD per unit. */
  readonly price?: string;
  readonly available?: boolean;
  /** Deletion is soft, because orders and clients refer to the id; `false` restores the product. */
  readonly deleted?: boolean;
}

/** Single products, as the operator manages them. */
@Injectable()
export class ProductService {
  constructor(@InjectRepository(Product) private readonly products: Repository<Product>) {}

  /** @throws OperatorError if there is no such product or a value is invalid. */
  async set(id: number, { name, price, available, deleted }: ProductSettings): Promise<Product> {
    await this.get(id);
    const change = {
      ...(name !== undefined && { name: itemName(name, 'product') }),
      ...(price !== undefined && { price: priceText(price) }),
      ...(available !== undefined && { available }),
      ...(deleted !== undefined && { deletedAt: deleted ? () => 'now()' : null }),
    };
    if (Object.keys(change).length === 0) throw new OperatorError('Say what to set.');
    await this.products.update({ id }, change);
    return this.get(id);
  }

  /** Sets the handlers of future orders. @throws OperatorError if there is no such product. */
  async setFulfillment(id: number, steps: readonly FulfillmentStep[]): Promise<Product> {
    await this.get(id);
    await this.products.save({ id, fulfillment: [...steps] });
    return this.get(id);
  }

  async get(id: number): Promise<Product> {
    const product = await this.products.findOneBy({ id });
    if (product) return product;
    throw new OperatorError(`There is no product ${id}; see "souk catalog show".`);
  }
}
