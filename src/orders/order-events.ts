import type { WebhookEvent } from '../account/webhooks/webhook-message.js';
import type { RecordedListener } from '../events/recorded-listeners.js';
import type { ShopEventContent } from '../events/shop-event.js';
import { numericText } from '../common/decimal.js';
import { jsonNumber } from '../common/json.js';
import type { Order, OrderToInsert } from './order.entity.js';

/** Who is to be told of an order. */
export interface OrderAudience {
  /** True if its account has a webhook. */
  readonly hasWebhook: boolean;
  /** Of extensions. */
  readonly listeners: readonly RecordedListener[];
}

/** The properties of an order that its events contain. */
export type PlacedOrder = Pick<
  OrderToInsert,
  | 'accountId'
  | 'orderId'
  | 'orderUuid'
  | 'productId'
  | 'productName'
  | 'quantity'
  | 'unitPrice'
  | 'total'
  | 'rehearsal'
>;

/** The properties of a closed order that its event contains. */
type ClosedOrder = Pick<
  Order,
  'orderId' | 'orderUuid' | 'status' | 'productId' | 'productName' | 'quantity' | 'total'
> &
  Partial<Pick<Order, 'reasonForReseller'>>;

/**
 * The event of an order that was accepted or rejected, with the values that check answers. Codes and account fields
 * are left out: the message may pass logs and queues of third parties, and its receiver can call check.
 */
export function closedOrderEvent(order: ClosedOrder): WebhookEvent {
  return {
    type: order.status === 'accept' ? 'order.accepted' : 'order.rejected',
    data: {
      ...closedOrderData(order),
      ...(order.status === 'reject' && { reason: order.reasonForReseller ?? null }),
    },
  };
}

function closedOrderData(order: ClosedOrder) {
  return {
    order_id: order.orderId,
    order_uuid: order.orderUuid,
    status: order.status,
    product_id: order.productId,
    product_name: order.productName,
    quantity: jsonNumber(numericText(order.quantity)),
    price: numericText(order.total),
  };
}

/** What was paid back of an accepted order. Amounts are USD, as plain decimals. */
export interface OrderRefund {
  readonly amount: string;
  /** With this and all earlier reversals of the order. */
  readonly refunded: string;
  readonly reason: string;
  readonly reference: string;
}

/** The event of an accepted order that was paid back, or a part of it. */
export function refundedOrderEvent(order: ClosedOrder, refund: OrderRefund): WebhookEvent {
  return { type: 'order.refunded', data: { ...closedOrderData(order), ...refund } };
}

/** The same for listeners of extensions, with plain decimals as texts. */
export function placedOrderNews(order: PlacedOrder): ShopEventContent {
  return { type: 'order.placed', data: dataOf(order) };
}

export function closedOrderNews(
  order: PlacedOrder & Pick<Order, 'status'> & Partial<Pick<Order, 'reasonForReseller'>>,
): ShopEventContent {
  const data = dataOf(order);
  if (order.status === 'accept') return { type: 'order.accepted', data };
  return { type: 'order.rejected', data: { ...data, reason: order.reasonForReseller ?? null } };
}

export function refundedOrderNews(order: PlacedOrder, refund: OrderRefund): ShopEventContent {
  return { type: 'order.refunded', data: { ...dataOf(order), ...refund } };
}

function dataOf({ accountId, orderId, orderUuid, productId, productName, ...order }: PlacedOrder) {
  return {
    accountId,
    orderId,
    orderUuid,
    productId,
    productName,
    quantity: numericText(order.quantity),
    unitPrice: numericText(order.unitPrice),
    total: numericText(order.total),
    rehearsal: order.rehearsal,
  };
}
