import type { LastingTopic, TEST_TYPE } from '../topics.js';
import { shownName } from './shown-name.js';

/** A product of orders, with how many of them are its. */
export interface OrderedProduct {
  readonly id: number;
  readonly name: string;
  readonly orders: number;
}

/** Orders that wait. */
export interface OrdersNotice {
  readonly type: 'order.waiting' | 'order.overdue';
  readonly data: {
    readonly count: number;
    /** True if there are even more than `count`. */
    readonly more: boolean;
    /** Only of `order.overdue`: for how long each has waited at least. */
    readonly minutes?: number;
    /** The ids of the first ones. */
    readonly orders: readonly string[];
    /** Those with the most orders. */
    readonly products: readonly OrderedProduct[];
  };
}

/** What is concerned, such as `{id: 3, name: 'acme'}` for a supplier. */
export type NoticeItem = Readonly<Record<string, string | number>>;

/** What has begun, and lasts. */
export interface LastingNotice {
  readonly type: LastingTopic;
  readonly data: {
    readonly count: number;
    /** The first ones. */
    readonly items: readonly NoticeItem[];
  };
}

/** What an extension tells by `Shop`. */
export interface ExtensionNotice {
  readonly type: 'extension.message';
  readonly data: {
    /** Its name. */
    readonly extension: string;
    readonly text: string;
  };
}

export interface TestNotice {
  readonly type: typeof TEST_TYPE;
  readonly data: Readonly<Record<string, never>>;
}

/**
 * What an operator is told: ids, counts, and names of products, stocks and suppliers, and what an extension says. Nothing else is ever
 * in it.
 */
export type Notice = OrdersNotice | LastingNotice | ExtensionNotice | TestNotice;

/** An order that waits. */
export interface WaitingOrder {
  readonly id: string;
  readonly productId: number;
  /** As it was when the order was placed. */
  readonly productName: string;
}

/** Items that a message names one by one. */
export const MAX_SHOWN_ITEMS = 20;
/** Orders that are counted; there is one message for them all. */
export const MAX_COUNTED_ORDERS = 1000;

/**
 * One message for all these orders.
 * @param orders the oldest first; one more than MAX_COUNTED_ORDERS if there are more.
 */
export function ordersNotice(
  type: OrdersNotice['type'],
  orders: readonly WaitingOrder[],
  minutes?: number,
): OrdersNotice {
  const counted = orders.slice(0, MAX_COUNTED_ORDERS);
  return {
    type,
    data: {
      count: counted.length,
      more: orders.length > counted.length,
      ...(minutes !== undefined && { minutes }),
      orders: counted.slice(0, MAX_SHOWN_ITEMS).map(({ id }) => id),
      products: productsOf(counted),
    },
  };
}

function productsOf(orders: readonly WaitingOrder[]): OrderedProduct[] {
  const byProduct = Map.groupBy(orders, ({ productId }) => productId);
  const products = [...byProduct].map(([id, all]) => ({
    id,
    name: shownName(all[0]?.productName ?? ''),
    orders: all.length,
  }));
  return products.sort((one, other) => other.orders - one.orders).slice(0, MAX_SHOWN_ITEMS);
}
