import type { EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { OrderToFulfill } from './fulfillment-handler.js';

/** How the fulfillment of a new order starts. */
export type DeliveryStart =
  /** It was delivered in the transaction. */
  | { readonly kind: 'delivered'; readonly codes: readonly string[]; readonly by: string }
  /** A job asks the handler of the given step later. */
  | { readonly kind: 'later'; readonly step: number }
  /** The operator fulfills the order. */
  | { readonly kind: 'operator' };

/**
 * A handler has failed in the transaction of a new order, in which it may have written: that is rolled back, and the order is
 * placed for a job that asks the handlers.
 */
export class DeliveryFailedError extends Error {
  override readonly name = 'DeliveryFailedError';

  constructor(cause: unknown) {
    super('a handler has failed in the transaction of an order', { cause });
  }
}

/** The port by which placement starts the fulfillment of a new order. The fulfillment module implements it. */
export abstract class OrderDelivery {
  /** True if `begin` would only leave the order to the operator. */
  abstract isLeftToOperator(order: OrderToFulfill, steps: readonly FulfillmentStep[]): boolean;

  /**
   * Delivers a new order at once if a handler can do that in its transaction; else returns who fulfills it later.
   * @throws QuantityNotAvailableError (105) when stock is short and no other handler can deliver; DeliveryFailedError
   */
  abstract begin(
    manager: EntityManager,
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
  ): Promise<DeliveryStart>;

  /**
   * Reads what `begin` would do now, without writing or locking anything.
   * @returns false if that cannot be said without delivering
   * @throws QuantityNotAvailableError (105)
   */
  abstract preview(order: OrderToFulfill, steps: readonly FulfillmentStep[]): Promise<boolean>;

  /** Writes the job of the given step in the order's transaction, to run after the commit. */
  abstract enqueueStep(
    manager: EntityManager,
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
    step: number,
  ): Promise<void>;
}
