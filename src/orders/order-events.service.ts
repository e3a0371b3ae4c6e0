import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../account/access/principal.js';
import { WebhookEvents } from '../account/webhooks/webhook-events.service.js';
import { ShopEvents } from '../events/shop-events.service.js';
import {
  closedOrderEvent,
  closedOrderNews,
  placedOrderNews,
  refundedOrderEvent,
  refundedOrderNews,
  type OrderAudience,
  type OrderRefund,
  type PlacedOrder,
} from './order-events.js';
import type { Order, OrderToInsert } from './order.entity.js';
import { FIRST_STATUS } from './rules/order-status.js';

/** Writes the events of an order, in the transaction that places it, closes it or pays it back. */
@Injectable()
export class OrderEvents {
  constructor(
    private readonly webhooks: WebhookEvents,
    private readonly events: ShopEvents,
  ) {}

  /** True if a listener is to be told that the order was placed. */
  concern(order: PlacedOrder, { listeners }: Pick<Principal, 'listeners'>): boolean {
    // Without listeners, which is usual, the event is not even made.
    return (
      this.events.areWanted('order.placed', listeners) &&
      this.events.concern(placedOrderNews(order), listeners)
    );
  }

  async placed(
    manager: EntityManager,
    order: OrderToInsert,
    { webhook, listeners }: Pick<Principal, 'webhook' | 'listeners'>,
  ): Promise<void> {
    await this.events.write(manager, placedOrderNews(order), listeners);
    if (order.status === FIRST_STATUS) return;
    await this.closed(manager, order, { hasWebhook: webhook !== null, listeners });
  }

  async closed(
    manager: EntityManager,
    order: OrderToInsert & Partial<Pick<Order, 'reasonForReseller'>>,
    { hasWebhook, listeners }: OrderAudience,
  ): Promise<void> {
    if (hasWebhook) await this.webhooks.send(manager, order.accountId, closedOrderEvent(order));
    await this.events.write(manager, closedOrderNews(order), listeners);
  }

  async refunded(
    manager: EntityManager,
    order: Order,
    refund: OrderRefund,
    { hasWebhook, listeners }: OrderAudience,
  ): Promise<void> {
    if (hasWebhook) {
      await this.webhooks.send(manager, order.accountId, refundedOrderEvent(order, refund));
    }
    await this.events.write(manager, refundedOrderNews(order, refund), listeners);
  }
}
