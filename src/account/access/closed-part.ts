import { SetMetadata } from '@nestjs/common';

/** What maintenance closes. `orders`: newOrder and quote alone, so that callers can still follow their orders. */
export type ClosedPart = 'nothing' | 'orders' | 'everything';

/** An expression over the row of `maintenance`. */
export const CLOSED_PART = `
  CASE WHEN NOT enabled THEN 'nothing' WHEN orders_only THEN 'orders' ELSE 'everything' END`;

export const PLACES_ORDER = 'souk:places-order';

/** Marks a route that may place an order. Maintenance of orders closes these routes, and those marked as below. */
export const MayPlaceOrder = (): MethodDecorator => SetMetadata(PLACES_ORDER, true);

export const CLOSED_WITH_ORDERS = 'souk:closed-with-orders';

/** Marks a route that places no order but says what a new order would be answered. */
export const ClosedWithOrders = (): MethodDecorator => SetMetadata(CLOSED_WITH_ORDERS, true);
