import type { EntityManager } from 'typeorm';
import type { OrderToFulfill } from '../delivery/fulfillment-handler.js';

/** An error with which the checks of an extension may refuse orders. */
export interface OrderRefusal {
  /** An integer from 600 to 699; these are never used by Souk itself. */
  readonly code: number;
  /** One sentence for callers and for the description of newOrder. */
  readonly message: string;
  /** The HTTP status where errors have one of their own: 409 if the same request may succeed later, else 422. */
  readonly httpStatus: 409 | 422;
}

/** The account that places an order. */
export interface OrderCaller {
  readonly accountId: number;
  readonly name: string;
  /** Null if the account has no group. */
  readonly groupId: number | null;
  /** True if the account sees the categories for testing. */
  readonly testing: boolean;
}

/** Decides whether an order may be placed, besides the rules of Souk, which come first. */
export interface OrderCheck {
  /** Lower-case letters, digits and hyphens; unique within the extension. */
  readonly name: string;

  /**
   * True if `check` must run for the order. It is pure, synchronous and fast, since it is called for every order, some
   * times more than once. Orders that no check concerns are placed in one statement with others, which costs least.
   * If it throws or gives no boolean, the order is answered 111.
   */
  concerns(order: OrderToFulfill): boolean;

  /**
   * Runs in the order's transaction (READ COMMITTED), after the order is written and charged. The row of the account is
   * locked, so the orders of one account are checked one after the other, and what the earlier ones wrote is visible.
   * Everything written by `manager` is committed with the order, or rolled back with it. It must not call the network
   * and must end within 3 seconds, since other orders of the account wait.
   *
   * Orders of several accounts may share the transaction, one of each account. Then all of them are written before the
   * first is checked, and visible, so what is counted over several accounts may contain them. An order that does not
   * pass there is checked again in a transaction of its own, which alone refuses it, and so is one for which the checks of
   * all together took longer than a second. So a check may run more than once for one request, each time after a rollback; a
   * repeated request whose order exists does not run it. Rows that checks of other accounts lock, too, should be few: they
   * stay locked until the end of the transaction.
   * @throws OrderRefusedError with a declared code to refuse the order: nothing is charged or kept. After anything else
   * that is thrown, and after an undeclared code, the order is rolled back and answered 111.
   */
  check(manager: EntityManager, order: OrderToFulfill, caller: OrderCaller): Promise<void>;
}
