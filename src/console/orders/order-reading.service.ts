import { Injectable } from '@nestjs/common';
import type { Caller } from '../../admin/access/caller.js';
import { orderShape } from '../../admin/orders/order-shapes.js';
import { TimelineListing } from '../../admin/orders/timeline-listing.service.js';
import { OpenPurchases } from '../../orders/open-purchases.js';
import { RepeatedDeliveries } from '../../orders/repeated-deliveries.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import type { ShownOrder } from './order-page.js';

/** Reads what the page of an order shows to an operator. */
@Injectable()
export class OrderReading {
  constructor(
    private readonly orders: OrderListService,
    private readonly timelines: TimelineListing,
    private readonly purchases: OpenPurchases,
    private readonly repeats: RepeatedDeliveries,
    private readonly accounts: AccountPicker,
  ) {}

  /** @throws MissingError */
  async of(id: string, caller: Caller): Promise<ShownOrder> {
    const showsValues = caller.may('orders.values');
    // What a supplier has said may name costs, and our balance there.
    const showsTexts = caller.may('costs.read') && caller.may('suppliers.balances');
    const found = await this.orders.get(id, showsValues);
    const order = orderShape(found, showsValues, showsTexts);
    const isWaiting = order.status === 'wait';
    const purchase = isWaiting ? await this.purchases.find(found) : undefined;
    const held = isWaiting ? await this.repeats.find(found) : undefined;
    const { items: timeline } = await this.timelines.of(order.order_id, caller);
    const names = await this.accounts.namesOf([order.account_id]);
    return { order, names, timeline, purchase, held };
  }
}
