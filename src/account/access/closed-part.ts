import { SetMetadata } from '@nestjs/common';

/** What maintenance closes. `orders`: newOrder alone, so that callers can still follow their orders. */
export type ClosedPart = 'nothing' | 'orders' | 'everything';

/** An expression over the row of `maintenance`. */
export const CLOSED_PART = `
  CASE WHEN NOT enabled THEN 'nothing' WHEN orders_only THEN 'orders' ELSE 'everything' END`;

export const PLACES_ORDER = 'souk:places-order';

/** Marks a route that may place an order. Maintenance of orders closes these routes only. */
export const MayPlaceOrder = (): MethodDecorator => SetMetadata(PLACES_ORDER, true);
