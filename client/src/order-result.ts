import { decimalText } from './decimal-text.js';
import type { Failure } from './reply.js';
import type { CheckedOrder, OrderStatus, PlacedOrder } from './types.js';

/** An order, however it became known. */
export interface Order {
  readonly order_id: string;
  readonly status: OrderStatus;
  /** USD charged for the whole order. */
  readonly price: string;
  /** The account fields as sent. */
  readonly data: Readonly<Record<string, string>>;
  /** The delivered codes. */
  readonly codes: readonly string[];
}

/** How an order has ended. All of these are definite. */
export type OrderResult =
  /** There is exactly one order under the key. `accepted` and `rejected` are final; a rejected one cost nothing. */
  | {
      readonly kind: 'accepted' | 'waiting' | 'rejected';
      readonly uuid: string;
      readonly order: Order;
    }
  /** There is no order. Unless `isSealed`, the same key may be sent again. */
  | {
      readonly kind: 'refused';
      readonly uuid: string;
      readonly code: number;
      readonly message: string;
      readonly isSealed: boolean;
    }
  /** There is no order and never will be one under this key; `last` says why none was placed, where that is known. */
  | { readonly kind: 'sealed'; readonly uuid: string; readonly last: Failure | undefined }
  /** The key names another order of the account, which is `order` if it could be read. This request ordered nothing. */
  | { readonly kind: 'taken'; readonly uuid: string; readonly order: Order | undefined };

const KINDS = { accept: 'accepted', wait: 'waiting', reject: 'rejected' } as const;

export function orderResult(uuid: string, order: Order): OrderResult {
  return { kind: KINDS[order.status], uuid, order };
}

/** The order of an answer of newOrder. */
export function placedOrder({ order_id, status, price, data, replay_api }: PlacedOrder): Order {
  const codes = (replay_api ?? []).flatMap(({ replay }) => replay);
  return { order_id, status, price: decimalText(price), data, codes };
}

/** The order of an answer of check. */
export function checkedOrder({ order_id, status, price, data, replay_api }: CheckedOrder): Order {
  return { order_id, status, price, data, codes: replay_api ?? [] };
}
