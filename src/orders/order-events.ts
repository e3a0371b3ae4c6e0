import type { WebhookEvent } from '../account/webhooks/webhook-message.js';
import { numericText } from '../common/decimal.js';
import { jsonNumber } from '../common/json.js';
import type { Order } from './order.entity.js';

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
      order_id: order.orderId,
      order_uuid: order.orderUuid,
      status: order.status,
      product_id: order.productId,
      product_name: order.productName,
      quantity: jsonNumber(numericText(order.quantity)),
      price: numericText(order.total),
      ...(order.status === 'reject' && { reason: order.reasonForReseller ?? null }),
    },
  };
}
