import type { EntityManager } from 'typeorm';
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

/** What a rule says of an order that is not placed. */
export interface RulePreview {
  /** USD that the account can spend; only of the charge. */
  readonly spendable?: string;
  /** Names of checks that only the transaction of the order can ask. */
  readonly unchecked?: readonly string[];
}

/**
 * Something that an order must fulfill besides catalog and delivery, or that its charge brings along. Whoever adds a rule has
 * to say for each way of placing and for the quote what becomes of it.
 */
export interface OrderRule {
  /** True if it has a say in orders of the caller. */
  concerns(principal: Principal): boolean;

  /** By which way at the earliest an order of a caller that it concerns may be placed. */
  readonly way: (order: RequestedOrder, principal: Principal) => OrderWay;

  /**
   * Enforces it in the transaction that has inserted the order.
   * @returns the clock of the database afterwards, in seconds since 1970, where it may have taken long
   * @throws the refusal, an error of the wire
   */
  assert(
    manager: EntityManager,
    order: RequestedOrder,
    principal: Principal,
  ): Promise<number | undefined>;

  /**
   * The same for one of several orders in a transaction, after those before it and before any is inserted. `never` where no way is
   * `batch`.
   * @returns the refusal
   */
  readonly inBatch:
    | 'never'
    | ((books: BatchBooks, order: RequestedOrder, principal: Principal) => AppError | undefined);

  /** The same for a quote, without writing or locking. @throws the refusal */
  preview(order: RequestedOrder, principal: Principal): Promise<RulePreview>;
}
