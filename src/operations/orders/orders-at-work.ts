import { OpenDeliveries } from '../../fulfillment/delivery/open-deliveries.repository.js';
import { ShopOrders, type WaitingProduct } from '../../orders/history/shop-orders.repository.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { FIRST_STATUS } from '../../orders/rules/order-status.js';
import type { Services } from '../operation.js';
import {
  asListed,
  SHOP_ORDER,
  type SeenOrder,
  type ShopOrderAtWork,
  type ShopOrderDto,
} from './order.answers.js';

/** What is to deliver an order that no handler is at work on. */
export const BY_HAND = 'manual';

/** Orders with what is at work on each. */
export async function atWork(
  services: Services,
  orders: readonly SeenOrder[],
): Promise<ShopOrderAtWork[]> {
  const waiting = orders.filter(({ status }) => status === FIRST_STATUS);
  const deliveries = await services(OpenDeliveries).of(waiting);
  const open = new Map(deliveries.map((one) => [one.orderId, one]));
  return orders.map((order) => {
    const { handler = BY_HAND, supplier = null } = open.get(order.orderId) ?? {};
    return { ...order, handler: order.status === FIRST_STATUS ? handler : null, supplier };
  });
}

/** Orders by their ids, in their order. */
export async function ordersNamed(
  services: Services,
  orderIds: readonly string[],
  showsValues: boolean,
): Promise<ShopOrderDto[]> {
  const found = await services(OrderListService).named(orderIds);
  const byId = new Map(found.map((order) => [order.orderId, asListed(order, showsValues)]));
  const inOrder = orderIds.flatMap((id) => byId.get(id) ?? []);
  return (await atWork(services, inOrder)).map((order) => SHOP_ORDER.of(order));
}

/** As `OpenDeliveries.awaitingCodes`. */
export function awaitingCodes(
  services: Services,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  return services(OpenDeliveries).awaitingCodes(orderIds);
}

/** As `ShopOrders.waitingProducts`. */
export function waitingProducts(services: Services): Promise<WaitingProduct[]> {
  return services(ShopOrders).waitingProducts();
}
