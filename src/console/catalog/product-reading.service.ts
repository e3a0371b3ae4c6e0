import { Injectable } from '@nestjs/common';
import { COST_SHAPE } from '../../operations/costs/cost.operations.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { auditList } from '../../operations/shop/audit.lists.js';
import type { ShownChanges } from '../audit/latest-changes.js';
import { namesIn } from '../audit/thing-names.js';
import { DeliveryReading } from '../delivery/delivery-reading.service.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Visit } from '../visit/visit.js';
import { ItemReading } from './item-reading.service.js';

/** The last ones. */
const SHOWN_CHANGES = 5;

/** What the page of a product shows, without what the operator may not see. */
export type ShownProduct = Awaited<ReturnType<ProductReading['shown']>>;

/** Reads what the page of a product shows to an operator. */
@Injectable()
export class ProductReading {
  constructor(
    private readonly items: ItemReading,
    private readonly costs: ProductCosts,
    private readonly deliveries: DeliveryReading,
    private readonly lists: ConsoleLists,
    private readonly naming: ThingNaming,
  ) {}

  /** @throws MissingError */
  async shown(visit: Visit, id: number) {
    const { caller } = visit;
    return {
      ...(await this.items.product(visit, id)),
      ...(caller.may('costs.read') && { cost: COST_SHAPE.of(await this.costs.get(id)) }),
      ...(caller.may('delivery.read') && { delivery: await this.deliveries.shown(visit, id) }),
      ...(caller.may('audit.read') && { changes: await this.changes(visit, id) }),
    };
  }

  private async changes(visit: Visit, id: number): Promise<ShownChanges> {
    const asked = { target: `product ${id}`, limit: String(SHOWN_CHANGES) };
    const { items: entries } = await this.lists.first(auditList, visit, 0, asked);
    return { entries, names: await namesIn(this.naming, visit, entries) };
  }
}
