import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';

/** The part of an order that handlers see. */
export interface OrderToFulfill {
  readonly accountId: number;
  /** `ID_…`, unique in the whole shop. */
  readonly orderId: string;
  readonly productId: number;
  readonly productName: string;
  /** Plain decimal text. */
  readonly quantity: string;
  /** USD per unit and USD charged, as plain decimal text. */
  readonly unitPrice: string;
  readonly total: string;
  /** The account fields: canonical name to value, trimmed and in NFC. */
  readonly fields: Readonly<Record<string, string>>;
  /** Ids of the shops through which this order came. */
  readonly via: readonly string[];
  /** True for a test order: it moves no money, and must move no goods. */
  readonly rehearsal: boolean;
}

/** An order that is committed and waits for its fulfillment. */
export interface WaitingOrder extends OrderToFulfill {
  readonly createdAt: Date;
}

/** The whole order is delivered: it becomes `accept`, and the reseller gets the codes. */
export interface Delivered {
  readonly kind: 'delivered';
  readonly codes: readonly string[];
  /** For the operator. */
  readonly note?: string;
}

/** The outcome is not known yet: the order stays `wait`, and the handler is asked again. */
export interface Pending {
  readonly kind: 'pending';
  readonly againInSeconds: number;
  readonly note: string;
}

/** The order is certainly not delivered and never will be: the next handler is asked, or the order becomes `reject`. */
export interface Refused {
  readonly kind: 'refused';
  /** For the operator; the reseller never reads it. */
  readonly reason: string;
  /** What the reseller reads about the rejection, if this handler is the last one. */
  readonly reasonForReseller?: string;
}

export type FulfillmentOutcome = Delivered | Pending | Refused;

/** What `deliver` and `check` get besides order and settings. */
export interface DeliveryContext {
  /**
   * Aborted when the handler has not answered within 120 seconds. What it answers later is not used: the order stays
   * `wait`, and the handler is asked again after a growing delay.
   */
  readonly signal: AbortSignal;
  /**
   * 1 at first, and one more after each `pending` and each failure. A repetition after a killed process has the number of the
   * former one.
   */
  readonly attempt: number;
  /** Its lines name handler, product and order. */
  readonly logger: Logger;
}

/**
 * A way of fulfilling orders, and the extension point of the application. A handler implements one of the two methods;
 * if it implements neither, its orders are left to the operator.
 *
 * If a handler throws, the outcome is unknown: the order stays `wait`, and the handler is asked again after a growing
 * delay. A handler can therefore be asked several times for the same order: after it has delivered and the process was
 * killed, or by two processes at once. It must then give the same answer and not deliver twice.
 */
export interface FulfillmentHandler {
  /** The name that products use for it: lower-case letters, digits and hyphens. */
  readonly code: string;

  /** True if the handler accepts test orders, for which it must move no goods. Other handlers never get any. */
  readonly rehearses?: true;

  /** Checks the settings when the operator assigns the handler to a product. @throws OperatorError in one sentence */
  checkSettings(settings: FulfillmentSettings): void | Promise<void>;

  /**
   * Delivers from this database, in the transaction that charges or closes the order, so both commit or roll back
   * together. The order is locked, so no other process asks at the same time. The method must not call the network or
   * wait, and cannot answer `pending`.
   */
  deliverInTransaction?(
    manager: EntityManager,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<Delivered | Refused>;

  /**
   * Reads whether `deliverInTransaction` would deliver such an order now, for a quote. Its transaction is read-only, and
   * it has 3 seconds. A quote says that the delivery is unchecked if a handler has no such method, or if it fails.
   */
  wouldDeliver?(
    manager: EntityManager,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<boolean>;

  /** Delivers in a job, after the order was committed and outside of any transaction; it may call the network. */
  deliver?(
    order: WaitingOrder,
    settings: FulfillmentSettings,
    context: DeliveryContext,
  ): Promise<FulfillmentOutcome>;

  /**
   * Finds out what has become of an order, for handlers with `deliver`: called before it whenever that may have been called for the
   * order already, such as in a process that was killed. Undefined says that the supplier knows nothing of the order: it is
   * delivered, in the same attempt. Any other outcome stands for that of `deliver`, and so does an error.
   */
  check?(
    order: WaitingOrder,
    settings: FulfillmentSettings,
    context: DeliveryContext,
  ): Promise<FulfillmentOutcome | undefined>;
}
