import type { EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { OrderToFulfill } from './fulfillment-handler.js';
import type { DeliveryStart } from './order-delivery.js';

/** A new order, and the handlers of its product. */
export interface StockRequest {
  readonly toFulfill: OrderToFulfill;
  readonly steps: readonly FulfillmentStep[];
}

/**
 * What stock has for a new order: `short` if fewer codes are free than it needs, and nobody else delivers it (105); `unclear` if only
 * a transaction of its own can tell.
 */
export type ReservedDelivery = Extract<DeliveryStart, { kind: 'delivered' }> | 'short' | 'unclear';

/** Codes that are locked for several new orders, until the end of the transaction. */
export interface ReservedStock {
  of(orderId: string): ReservedDelivery;

  /** Hands the codes of these orders out, and records what they cost. The others are free again at the end. */
  deliver(orderIds: readonly string[]): Promise<void>;
}

/** The port by which several new orders together get their codes. The fulfillment module implements it. */
export abstract class StockDelivery {
  /** True for an order that its first handler delivers from stock, in no more codes than others can wait for. */
  abstract delivers(request: StockRequest): boolean;

  /** Locks codes for orders that it delivers, in their order, or none for one that needs more than there are. Waits for nobody. */
  abstract reserve(
    manager: EntityManager,
    requests: readonly StockRequest[],
  ): Promise<ReservedStock>;
}
