import type { EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { OrderToFulfill } from './fulfillment-handler.js';

/** How the delivery of a new order begins. */
export type DeliveryStart =
  /** Delivered within the transaction. */
  | { readonly kind: 'delivered'; readonly codes: readonly string[]; readonly by: string }
  /** By the given step, in a job. */
  | { readonly kind: 'later'; readonly step: number }
  /** By the operator. */
  | { readonly kind: 'operator' };

/**
 * The port through which a new order reaches those who deliver it; the fulfillment room stands above this one and
 * implements it.
 */
export abstract class OrderDelivery {
  /** True when `begin` would do nothing but leave the order to the operator. */
  abstract isLeftToOperator(order: OrderToFulfill, steps: readonly FulfillmentStep[]): boolean;

  /**
   * Delivers a new order at once if that can be done within its transaction, else says who delivers it later.
   * @throws QuantityNotAvailableError (105) when stock is short and nobody else can deliver.
   */
  abstract begin(
    manager: EntityManager,
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
  ): Promise<DeliveryStart>;

  /** Writes the job that goes on with a committed order, within the order's transaction. */
  abstract proceed(
    manager: EntityManager,
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
    step: number,
  ): Promise<void>;
}
