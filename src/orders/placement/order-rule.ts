import type { Principal } from '../../account/access/principal.js';
import type { BatchBooks } from '../../account/ledger/batch-books.js';
import type { AppError } from '../../common/app-error.js';
import type { RunInBatch } from '../checks/order-checks.js';
import type { RequestedOrder } from './requested-order.js';

/**
 * A way of placing an order, the fastest first: `statement` commits many by itself; a function is called after it, in the same
 * transaction; `batch` is the transaction of several orders that `OrdersTogether` places; `alone` is one of its own.
 */
export type OrderWay = 'statement' | RunInBatch | 'batch' | 'alone';

/** The way of an order that two rules allow these ways. */
export function slowerWay(one: OrderWay, other: OrderWay): OrderWay {
  if (one === 'statement' || one === other) return other;
  return other === 'statement' ? one : 'alone';
}

/**
 * Something that the books of an account must allow, or that follows from what they say. Whoever adds a rule has to say by which way
 * its orders may be placed; it is enforced alike in the transaction of an order, in that of several ones, and in a quote.
 */
export interface OrderRule {
  /** True if it has a say in orders of the caller. */
  concerns(principal: Principal): boolean;

  /** By which way at the earliest an order of a caller that it concerns may be placed. */
  readonly way: (order: RequestedOrder, principal: Principal) => OrderWay;

  /**
   * Enforces it, and notes in the books what follows from it, after the orders before it.
   * @returns the refusal, an error of the wire
   */
  readonly enforce: (
    books: BatchBooks,
    order: RequestedOrder,
    principal: Principal,
  ) => AppError | undefined;
}
