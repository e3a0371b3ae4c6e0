import { Injectable } from '@nestjs/common';
import { COST_SHAPE } from '../../operations/costs/cost.operations.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { DeliveryReading } from '../delivery/delivery-reading.service.js';
import type { Visit } from '../visit/visit.js';
import { ItemReading } from './item-reading.service.js';
import type { ShownProduct } from './shown-items.js';

/** Reads what the page of a product shows to an operator. */
@Injectable()
export class ProductReading {
  constructor(
    private readonly items: ItemReading,
    private readonly costs: ProductCosts,
    private readonly deliveries: DeliveryReading,
  ) {}

  /** @throws MissingError */
  async shown(visit: Visit, id: number): Promise<ShownProduct> {
    const { caller } = visit;
    return {
      ...(await this.items.product(visit, id)),
      ...(caller.may('costs.read') && { cost: COST_SHAPE.of(await this.costs.get(id)) }),
      ...(caller.may('delivery.read') && { delivery: await this.deliveries.shown(visit, id) }),
    };
  }
}
