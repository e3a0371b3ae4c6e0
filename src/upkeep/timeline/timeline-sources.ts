import type { Order, OrderOrigin } from '../../orders/order.entity.js';
import type { Repeat } from '../../orders/repeated-deliveries.js';
import type { NotedRefusal } from '../../orders/refusals/refusal-page.js';

/** A movement of money for an order. */
export interface OrderMovement {
  readonly createdAt: Date;
  readonly kind: string;
  /** USD; negative for a debit. */
  readonly amount: string;
  /** USD. */
  readonly balanceAfter: string;
  /** Of the entry in the ledger of the account. */
  readonly sequence: string;
  /** An operator by name. */
  readonly actor: string;
  /** Of a reversal, its reason. */
  readonly note: string;
}

/** A purchase of the order from a supplier. */
export interface OrderPurchase {
  readonly createdAt: Date;
  readonly supplier: string;
  readonly supplierProduct: number;
  /** The idempotency key there. */
  readonly attemptUuid: string;
  readonly sends: number;
  readonly sentAt: Date | null;
  readonly supplierOrderId: string | null;
  /** USD that the supplier has charged; null if unknown. */
  readonly cost: string | null;
  readonly refusal: string | null;
  /** Since when the supplier does not know its order any more. */
  readonly forgottenAt: Date | null;
  /** Null for the present purchase of the order from the supplier. */
  readonly replacement: PurchaseReplacement | null;
  /** Null unless the order was closed by hand before the supplier had decided. */
  readonly followUp: PurchaseFollowUp | null;
}

/** How another purchase, under another key, took the place of one that the supplier had forgotten. */
export interface PurchaseReplacement {
  readonly at: Date;
  /** Why no order comes into being under the former key any more. */
  readonly why: string;
  readonly actor: string;
}

/** What the supplier has done since the order was closed by hand. */
export interface PurchaseFollowUp {
  readonly closedAt: Date;
  /** What the supplier has said last. */
  readonly note: string;
  /** True if the supplier has delivered; null while that is not known. */
  readonly bought: boolean | null;
  readonly settledAt: Date | null;
}

/** A webhook message about the order, after its last attempt so far. */
export interface OrderMessage {
  readonly firstAttemptAt: Date;
  readonly lastAttemptAt: Date;
  /** Such as `order.accepted`. */
  readonly eventType: string;
  readonly messageId: string;
  /** Scheme, host and port. */
  readonly receiver: string;
  readonly attempts: number;
  /** Of the answer; null if there was none. */
  readonly httpStatus: number | null;
  /** Empty if it arrived. */
  readonly failure: string;
  /** Null if it is not sent again. */
  readonly nextTryAt: Date | null;
}

/** Where the delivery of the order stands. */
export interface OrderProgress {
  readonly updatedAt: Date;
  readonly handler: string | null;
  readonly tries: number;
  readonly dueAt: Date | null;
  readonly note: string;
}

/** A delivery that was held back, since another order has got the same. */
export interface OrderHold extends Repeat {
  readonly at: Date;
}

/** Who made a change of the order from where, as the audit has it. */
export interface OrderChange {
  /** The event of the timeline: `decided`, `reversal` or `bought again`. */
  readonly event: string;
  /** Of the event. */
  readonly at: Date;
  readonly role: string | null;
  /** Null for a command at the terminal. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** What a timeline is made of. */
export interface TimelineSources {
  readonly order: Pick<
    Order,
    'createdAt' | 'decidedAt' | 'status' | 'decidedBy' | 'reasonForReseller' | 'decisionNote'
  > &
    Pick<Order, 'orderUuid' | 'productId' | 'quantity' | 'total'> &
    OrderOrigin;
  readonly refusals: readonly NotedRefusal[];
  readonly movements: readonly OrderMovement[];
  readonly purchases: readonly OrderPurchase[];
  readonly messages: readonly OrderMessage[];
  readonly progress: OrderProgress | null;
  readonly hold: OrderHold | null;
  readonly changes: readonly OrderChange[];
}
