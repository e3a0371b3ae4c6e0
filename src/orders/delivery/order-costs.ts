import type { EntityManager } from 'typeorm';
import type { OrderToFulfill } from './fulfillment-handler.js';

/** The part of an order by which its cost is found. */
export type CostedOrder = Pick<
  OrderToFulfill,
  'accountId' | 'orderId' | 'productId' | 'quantity' | 'rehearsal'
>;

/** The port by which an order that becomes `accept` gets its cost. The fulfillment module implements it. */
export abstract class OrderCosts {
  /** Records what the order cost the shop, in the transaction that accepts it; nothing for a test order. */
  abstract record(manager: EntityManager, order: CostedOrder): Promise<void>;
}
