import { numericText } from '../../common/decimal.js';
import type { OrderToInsert } from '../order.entity.js';
import type { OrderToFulfill } from './fulfillment-handler.js';

/** The part of an order that handlers see, of an order that is being placed or was read again. */
export function orderToFulfill(
  order: Omit<OrderToInsert, 'status' | 'deliveredCodes' | 'decisionNote' | 'decidedBy'>,
): OrderToFulfill {
  const { accountId, orderId, productId, productName, fields, via, rehearsal } = order;
  return {
    accountId,
    orderId,
    productId,
    productName,
    fields,
    via,
    rehearsal,
    quantity: numericText(order.quantity),
    unitPrice: numericText(order.unitPrice),
    total: numericText(order.total),
  };
}
