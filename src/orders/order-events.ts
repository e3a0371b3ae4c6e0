import type { WebhookEvent } from '../account/webhooks/webhook-message.js';
import { numericText } from '../common/decimal.js';
import { jsonNumber } from '../common/json.js';
import type { Order } from './order.entity.js';

/** What the event says of an order. */
type DecidedOrder = Pick<
  Order,
  'orderId' | 'orderUuid' | 'status' | 'productId' | 'productName' | 'quantity' | 'total'
>;

/**
 * The event of an order that was accepted or rejected, in the words of check. Codes and account fields stay out: a
 * webhook passes through logs and queues of others, and who is told may ask check.
 */
export function decidedEvent(order: DecidedOrder): WebhookEvent {
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
    },
  };
}
