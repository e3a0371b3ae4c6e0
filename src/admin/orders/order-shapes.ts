import { numericText } from '../../common/decimal.js';
import type { ShopOrder } from '../../orders/history/shop-orders.repository.js';
import type { Order } from '../../orders/order.entity.js';
import { timeOf, timeText } from '../../operations/answers/shown.js';
import type { DecisionDto, ListedOrderDto, OrderDto } from './orders.dto.js';
import { shownNote } from './supplier-texts.js';

/** @param showsValues false hides what resellers' customers have typed. */
export function listedOrderShape(order: ShopOrder, showsValues: boolean): ListedOrderDto {
  const fields = order.sentFields.map(([name, value]) => [name, showsValues ? value : null]);
  return {
    order_id: order.orderId,
    order_uuid: order.orderUuid,
    account_id: order.accountId,
    product_id: order.productId,
    product_name: order.productName,
    quantity: numericText(order.quantity),
    unit_price: numericText(order.unitPrice),
    total: numericText(order.total),
    refunded: numericText(order.refunded),
    status: order.status,
    test: order.rehearsal,
    fields: Object.fromEntries(fields) as Record<string, string | null>,
    has_codes: order.hasCodes,
    created_at: order.createdAt,
    decided_at: timeOf(order.decidedAt),
  };
}

/** The same of an order that was read as a whole. */
export function storedOrderShape(order: Order, showsValues: boolean): ListedOrderDto {
  const { deliveredCodes, encryptedCodes, createdAt } = order;
  const hasCodes = deliveredCodes !== null || encryptedCodes !== null;
  return listedOrderShape({ ...order, hasCodes, createdAt: timeText(createdAt) }, showsValues);
}

/**
 * @param showsValues false hides codes, and what resellers' customers have typed.
 * @param showsSupplierTexts false hides why a supplier has refused the order.
 */
export function orderShape(
  order: Order,
  showsValues: boolean,
  showsSupplierTexts = false,
): OrderDto {
  const { deliveredCodes, extraParameters } = order;
  return {
    ...storedOrderShape(order, showsValues),
    codes: showsValues ? deliveredCodes : null,
    extra: showsValues ? Object.fromEntries(extraParameters) : null,
    decided_by: order.decidedBy,
    reason: order.reasonForReseller,
    note: shownNote(order, showsSupplierTexts),
  };
}

/** Holds no codes, since it is stored as the answer of its request. */
export function decisionShape({ orderId, status, decidedBy }: Order): DecisionDto {
  return { order_id: orderId, status, decided_by: decidedBy ?? '' };
}
