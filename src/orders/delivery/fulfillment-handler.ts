import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';

/** What a handler gets to know of an order. */
export interface OrderToFulfill {
  readonly accountId: number;
  /** `ID_…`; unique in the whole shop. */
  readonly orderId: string;
  readonly productId: number;
  readonly productName: string;
  /** Plain decimal text. */
  readonly quantity: string;
  /** USD a unit and USD charged, as plain decimal text. */
  readonly unitPrice: string;
  readonly total: string;
  /** The account fields: canonical name to value, trimmed and in NFC. */
  readonly fields: Readonly<Record<string, string>>;
  /** Ids of the shops that this order has passed through. */
  readonly via: readonly string[];
  /** True for an order that moves no money and must move no goods. */
  readonly rehearsal: boolean;
}

/** An order that has been committed and waits. */
export interface WaitingOrder extends OrderToFulfill {
  readonly createdAt: Date;
}

/** Delivered, whole: the order becomes `accept`, and the codes are what the reseller gets. */
export interface Delivered {
  readonly kind: 'delivered';
  readonly codes: readonly string[];
  /** For the operator. */
  readonly note?: string;
}

/** Not known yet: the order stays `wait`, and the handler is asked again. */
export interface Pending {
  readonly kind: 'pending';
  readonly againInSeconds: number;
  readonly note: string;
}

/** Certain not to have been delivered, nor ever to be: the next handler is asked, or the order becomes `reject`. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

export type FulfillmentOutcome = Delivered | Pending | Refused;

/**
 * A way of delivering orders, and the extension point of the house. A handler implements one of the two methods; one
 * that implements neither leaves its orders to the operator.
 *
 * Whatever a handler throws means that the outcome is unknown: the order stays `wait` and the handler is asked again
 * later, with growing pauses. It is therefore asked more than once about one order, possibly after it had succeeded
 * and the process was killed, possibly by two processes at once, and must answer the same without delivering twice.
 */
export interface FulfillmentHandler {
  /** What products name it by: lower-case letters, digits and hyphens. */
  readonly code: string;

  /** True for one that may be asked about rehearsals, which must move no goods. All others never are. */
  readonly rehearses?: true;

  /** Checks a product's settings when the operator makes them. @throws OperatorError in one sentence */
  checkSettings(settings: FulfillmentSettings): void | Promise<void>;

  /**
   * Delivers out of this very database, within the transaction that charges the order or closes it: what it writes
   * stands or falls with the order. The order is locked meanwhile, so nobody asks about it at the same time. No
   * network, no waiting. `pending` is no answer here.
   */
  deliverInTransaction?(
    manager: EntityManager,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<Delivered | Refused>;

  /** Delivers in a job after the order has been committed, with no transaction open; calls to others belong here. */
  deliver?(order: WaitingOrder, settings: FulfillmentSettings): Promise<FulfillmentOutcome>;
}
