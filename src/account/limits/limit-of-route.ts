import { SetMetadata } from '@nestjs/common';
import type { LimitKind } from './bucket.js';

/** The limits that count requests by their route; new orders are counted when they are placed. */
export type RequestLimitKind = Exclude<LimitKind, 'orders'>;

export const LIMIT_OF_ROUTE = 'souk:limit-of-route';

/** Which limit a minute counts the requests of a route; `requests` for a route without it. */
export const CountedAs = (kind: RequestLimitKind): MethodDecorator =>
  SetMetadata(LIMIT_OF_ROUTE, kind);
