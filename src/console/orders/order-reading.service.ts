import { Injectable } from '@nestjs/common';
import type { Caller } from '../../admin/access/caller.js';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import { orderShow, orderTimeline } from '../../operations/orders/order.lists.js';
import { OpenPurchases } from '../../orders/open-purchases.js';
import { RepeatedDeliveries } from '../../orders/repeated-deliveries.js';
import { ThingNaming } from '../shell/thing-naming.service.js';

/** What the page of an order shows. */
export type ShownOrder = Awaited<ReturnType<OrderReading['of']>>;

/** Reads what the page of an order shows to an operator. */
@Injectable()
export class OrderReading {
  constructor(
    private readonly lists: DeclaredLists,
    private readonly purchases: OpenPurchases,
    private readonly repeats: RepeatedDeliveries,
    private readonly naming: ThingNaming,
  ) {}

  /** @throws MissingError */
  async of(id: string, caller: Caller) {
    const asked = { id, query: {}, caller };
    const order = await this.lists.read(orderShow, asked);
    const ref = { accountId: order.account_id, orderId: order.order_id };
    const isWaiting = order.status === 'wait';
    // Where a supplier may still deliver it, and where a delivery is held back.
    const purchase = isWaiting ? await this.purchases.find(ref) : undefined;
    const held = isWaiting ? await this.repeats.find(ref) : undefined;
    const { items: timeline } = await this.lists.read(orderTimeline, asked);
    const names = await this.naming.ofOrders([order], caller);
    return { order, names, timeline, purchase, held };
  }
}
