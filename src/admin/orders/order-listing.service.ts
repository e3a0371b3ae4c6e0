import { Injectable } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { OpenDeliveries } from '../../fulfillment/delivery/open-deliveries.repository.js';
import { ShopOrders } from '../../orders/history/shop-orders.repository.js';
import { OrderListService } from '../../orders/order-list.service.js';
import type { Caller } from '../access/caller.js';
import { ListFiles } from '../http/list-files.js';
import { orderPage, ORDERS_FILE } from './order-lists.js';
import { storedOrderShape } from './order-shapes.js';
import {
  MAX_DECIDED,
  type ListedOrderDto,
  type OrderPageDto,
  type OrderQuery,
  type ShopOrderDto,
} from './orders.dto.js';

/** What is to deliver an order that no handler is at work on. */
export const BY_HAND = 'manual';

/** Answers operators with the orders of the shop. */
@Injectable()
export class OrderListing {
  constructor(
    private readonly orders: ShopOrders,
    private readonly all: OrderListService,
    private readonly deliveries: OpenDeliveries,
    private readonly files: ListFiles,
  ) {}

  async page(query: OrderQuery, showsValues: boolean): Promise<OrderPageDto> {
    const { items, next } = await orderPage(this.orders, query, showsValues);
    return { items: await this.withDeliveries(items), next };
  }

  /** The same, or all of them as a file. */
  answer(query: OrderQuery, caller: Caller): Promise<OrderPageDto> | StreamedAnswer {
    return this.files.answer(ORDERS_FILE, query, caller, (part, reader) =>
      this.page(part, reader.may('orders.values')),
    );
  }

  /** The orders with these ids, in their order; at most as many as one request decides. */
  async named(orderIds: readonly string[], showsValues: boolean): Promise<ShopOrderDto[]> {
    const found = await this.all.list({ orderIds: [...orderIds], limit: MAX_DECIDED });
    const byId = new Map(found.map((order) => [order.orderId, order]));
    const inOrder = orderIds.flatMap((id) => byId.get(id) ?? []);
    return this.withDeliveries(inOrder.map((order) => storedOrderShape(order, showsValues)));
  }

  private async withDeliveries(orders: readonly ListedOrderDto[]): Promise<ShopOrderDto[]> {
    const waiting = orders.filter(({ status }) => status === 'wait');
    const refs = waiting.map(({ account_id: accountId, order_id: orderId }) => {
      return { accountId, orderId };
    });
    const open = new Map((await this.deliveries.of(refs)).map((one) => [one.orderId, one]));
    return orders.map((order) => {
      const { handler = BY_HAND, supplier = null } = open.get(order.order_id) ?? {};
      const isWaiting = order.status === 'wait';
      return { ...order, handler: isWaiting ? handler : null, supplier };
    });
  }
}
