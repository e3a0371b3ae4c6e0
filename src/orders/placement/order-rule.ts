import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import type { RunInBatch } from '../checks/order-checks.js';
import type { RequestedOrder } from './requested-order.js';

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

  /**
   * Whether the single statement enforces it for an order of a caller that it concerns; a transaction places the others. A
   * function enforces it after the statement, in the same transaction. `never` is known before the order is.
   */
  readonly inStatement:
    'never' | ((order: RequestedOrder, principal: Principal) => boolean | RunInBatch);

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

  /** The same for a quote, without writing or locking. @throws the refusal */
  preview(order: RequestedOrder, principal: Principal): Promise<RulePreview>;
}
