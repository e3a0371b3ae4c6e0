import { Injectable } from '@nestjs/common';
import { costShape } from '../../admin/costs/cost-lists.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import type { Visit } from '../visit/visit.js';
import { ItemReading } from './item-reading.service.js';
import type { ShownProduct } from './shown-items.js';

/** Reads what the page of a product shows to an operator. */
@Injectable()
export class ProductReading {
  constructor(
    private readonly items: ItemReading,
    private readonly costs: ProductCosts,
  ) {}

  /** @throws MissingError */
  async shown({ caller, query }: Visit, id: number): Promise<ShownProduct> {
    return {
      ...(await this.items.product(id, query)),
      ...(caller.may('costs.read') && { cost: costShape(await this.costs.get(id)) }),
    };
  }
}
