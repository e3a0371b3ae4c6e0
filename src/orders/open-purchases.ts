import type { EntityManager } from 'typeorm';
import { ConflictError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import type { OrderRef } from './order.entity.js';

/** A purchase of a waiting order that its supplier may have got, and whose outcome is not known yet. */
export interface OpenPurchase {
  /** The name of the supplier. */
  readonly supplier: string;
  /** The id of the supplier's order; null while the supplier has not confirmed one. */
  readonly supplierOrder: string | null;
  /** The idempotency key under which it was sent. */
  readonly key: string;
  /** How often the purchase was made again under another key. */
  readonly generation: number;
  /** How often it was sent under this key, and when last. */
  readonly requests: number;
  readonly sentAt: Date;
  /** Since when the supplier does not know its order any more; null while it knows it. */
  readonly forgottenAt: Date | null;
}

/** The port that tells what is being bought for an order. The fulfillment module implements it. */
export abstract class OpenPurchases {
  /**
   * The open purchase of an order. None is sent while the caller holds the lock of the order, and none after the order
   * is closed.
   * @param within the transaction that holds the lock; without it, the answer may be outdated at once.
   */
  abstract find(order: OrderRef, within?: EntityManager): Promise<OpenPurchase | undefined>;

  /** Keeps an eye on the open purchase of an order that is closed in this transaction, until its supplier has decided. */
  abstract follow(order: OrderRef, within: EntityManager): Promise<void>;
}

/** An order that is being bought was about to be closed by hand, and nothing was changed. */
export class OpenPurchaseError extends ConflictError {
  constructor(
    { orderId }: OrderRef,
    { supplier, supplierOrder }: Pick<OpenPurchase, 'supplier' | 'supplierOrder'>,
  ) {
    const isKnown = supplierOrder !== null;
    const values = { order: orderId, supplier, isKnown, theirs: supplierOrder ?? '' };
    super(...sentence('order.being-bought', values));
  }
}
