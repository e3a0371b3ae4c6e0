import type { CsvColumns } from '../../common/csv.js';
import { numericText } from '../../common/decimal.js';
import {
  checkedOrderShape,
  refundedShape,
  utcText,
  type CheckedOrderShape,
} from '../order-shapes.js';
import type { HistoryOrder } from './listed-orders.js';

/** An order in the list of an account's orders: as in the answer of check, and more. */
export interface HistoryOrderShape extends CheckedOrderShape {
  readonly order_uuid: string;
  readonly product_id: number;
  /** USD as decimal text. */
  readonly unit_price: string;
  readonly reason: string | null;
  readonly decided_at: string | null;
  /** True when `replay_api` is null although there are codes. */
  readonly codes_unavailable: boolean;
}

/** The header of a file is written before its orders are read, so every file has the column of `refunded`. */
export const HISTORY_COLUMNS: CsvColumns = {
  order_id: 'text',
  quantity: 'plain',
  data: 'json',
  created_at: 'plain',
  product_name: 'text',
  price: 'plain',
  status: 'text',
  replay_api: 'json',
  order_uuid: 'text',
  product_id: 'plain',
  unit_price: 'plain',
  reason: 'text',
  decided_at: 'plain',
  codes_unavailable: 'plain',
  refunded: 'plain',
};

export function historyOrderShape(order: HistoryOrder): HistoryOrderShape {
  return {
    ...checkedOrderShape(order, false),
    order_uuid: order.orderUuid,
    product_id: order.productId,
    unit_price: numericText(order.unitPrice),
    reason: order.reasonForReseller,
    decided_at: order.decidedAt && utcText(order.decidedAt),
    codes_unavailable: order.isWithoutCodes,
    ...refundedShape(order),
  };
}
