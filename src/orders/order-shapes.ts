import { numericText } from '../common/decimal.js';
import type { Parameter } from '../common/http/parameters/flat-parameters.js';
import { jsonNumber, type RawJson } from '../common/json.js';
import type { CheckedOrder } from './checked-orders.js';
import type { Order } from './order.entity.js';
import type { OrderStatus } from './rules/order-status.js';

/** The columns of an order that the answer of newOrder needs. */
export type PlacedOrder = Pick<
  Order,
  'orderId' | 'status' | 'total' | 'sentFields' | 'deliveredCodes'
>;

/** The account fields as the caller sent them: name to value. */
type FieldsShape = Readonly<Record<string, string>>;

export interface NewOrderShape {
  readonly status: 'OK';
  readonly data: {
    readonly order_id: string;
    readonly status: OrderStatus;
    readonly price: RawJson;
    readonly data: FieldsShape;
    readonly replay_api: readonly { readonly replay: readonly string[] }[] | null;
  };
}

export interface CheckedOrderShape {
  readonly order_id: string;
  readonly quantity: RawJson;
  readonly data: FieldsShape;
  readonly created_at: string;
  readonly product_name: string;
  readonly price: string;
  readonly status: OrderStatus;
  readonly replay_api: readonly string[] | null;
  /** Only with details=1. */
  readonly reason?: string | null;
  /** USD that were paid back; only with details=1, and only if that is something. */
  readonly refunded?: string;
}

/** The answer of newOrder: its price is a number, and its codes are nested. */
export function newOrderShape(order: PlacedOrder): NewOrderShape {
  return {
    status: 'OK',
    data: {
      order_id: order.orderId,
      status: order.status,
      price: jsonNumber(numericText(order.total)),
      data: fieldsShape(order.sentFields),
      replay_api: order.deliveredCodes && [{ replay: order.deliveredCodes }],
    },
  };
}

/** The answer of newOrder as JSON. */
export function newOrderBody(order: PlacedOrder): Buffer {
  return Buffer.from(JSON.stringify(newOrderShape(order)));
}

/** An order in the answer of check: its price is a string, and its codes are flat. */
export function checkedOrderShape(order: CheckedOrder, hasDetails: boolean): CheckedOrderShape {
  return {
    order_id: order.orderId,
    quantity: jsonNumber(numericText(order.quantity)),
    data: fieldsShape(order.sentFields),
    created_at: utcText(order.createdAt),
    product_name: order.productName,
    price: numericText(order.total),
    status: order.status,
    replay_api: order.deliveredCodes,
    ...(hasDetails && { reason: order.reasonForReseller, ...refundedShape(order) }),
  };
}

/** Empty for an order of which nothing was paid back, so that its answer is the one from before there were reversals. */
export function refundedShape({ refunded }: Pick<Order, 'refunded'>): { refunded?: string } {
  const usd = numericText(refunded);
  return usd === '0' ? {} : { refunded: usd };
}

function fieldsShape(fields: readonly Parameter[]): FieldsShape {
  // Own properties only: a field named __proto__ is a name like any other.
  return Object.fromEntries(fields);
}

/** `2026-04-10 13:55:48`, UTC. */
export function utcText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
