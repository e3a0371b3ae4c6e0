import { SetMetadata } from '@nestjs/common';

/**
 * What a reseller's request asks of the database. Each lane has slots of its own, so the requests of one lane wait for no
 * request of another one.
 *
 * - `orders`: new orders, and what else changes something of the account
 * - `checks`: the state of orders, and sealing; clients refund on their answers
 * - `answers`: what is answered from memory, or by statements that many callers share
 * - `reads`: a statement of their own for each request
 * - `extensions`: routes of extensions
 */
export type Lane = 'orders' | 'checks' | 'answers' | 'reads' | 'extensions';

export const LANE_OF_ROUTE = 'souk:lane';

/** The lane of a route, or of all routes of a controller. Routes without one are in that of extensions. */
export const InLane = (lane: Lane): ClassDecorator & MethodDecorator =>
  SetMetadata(LANE_OF_ROUTE, lane);
