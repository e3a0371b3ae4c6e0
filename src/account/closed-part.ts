import { SetMetadata } from '@nestjs/common';

/**
 * What maintenance, or the suspension of an account, closes. `orders`: new orders and quote alone, so that callers can still
 * follow their orders.
 */
export type ClosedPart = 'nothing' | 'orders' | 'everything';

/** An expression over the row of `maintenance`. */
export const CLOSED_PART = `
  CASE WHEN NOT enabled THEN 'nothing' WHEN orders_only THEN 'orders' ELSE 'everything' END`;

export const PLACES_ORDER = 'souk:places-order';

/** Marks a route that may place an order. It refuses itself while orders are closed, once it has looked its key up. */
export const MayPlaceOrder = (): MethodDecorator => SetMetadata(PLACES_ORDER, true);

export const CLOSED_WITH_ORDERS = 'souk:closed-with-orders';

/** Marks a route that says what a new order would be answered; the guard refuses it while orders are closed. */
export const ClosedWithOrders = (): MethodDecorator => SetMetadata(CLOSED_WITH_ORDERS, true);
