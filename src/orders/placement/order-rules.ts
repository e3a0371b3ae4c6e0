import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import { BatchBalances } from '../../account/ledger/batch-balances.js';
import type { BatchBooks } from '../../account/ledger/batch-books.js';
import type { AppError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import type { OrderCaller } from '../checks/order-check.js';
import { OrderChecks } from '../checks/order-checks.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import { slowerWay, type OrderRule, type OrderWay } from './order-rule.js';
import type { RequestedOrder } from './requested-order.js';

export interface OrderOfCaller {
  readonly order: RequestedOrder;
  readonly principal: Principal;
}

/** What the rules say of an order that is not placed. */
export interface RulesPreview {
  /** USD that the account can spend. */
  readonly spendable: string;
  /** Names of checks that only the transaction of the order can ask. */
  readonly unchecked: readonly string[];
}

/** A test order is not charged, and one of 0 USD leaves no entry. */
function isCharged({ rehearsal, total }: RequestedOrder): boolean {
  return !rehearsal && numericText(total) !== '0';
}

/** What the order costs is taken from the balance, within the credit limit. */
const CHARGE: OrderRule = {
  concerns: () => true,
  way: (order) => (isCharged(order) ? 'statement' : 'batch'),
  enforce: (books, { rehearsal, accountId, orderId, total: amount }) =>
    rehearsal ? undefined : books.charge({ accountId, orderId, amount }),
};

/** What the tokens of a family may spend in 24 hours. */
const SPEND_CAP: OrderRule = {
  concerns: ({ cappedFamily }) => cappedFamily !== null,
  // An order without a charge bears the family, too, which the statement does not write.
  way: () => 'batch',
  enforce: (books, { orderId }, { cappedFamily }) =>
    cappedFamily === null ? undefined : books.count(orderId, cappedFamily),
};

/** The reseller is told of a charge that takes the balance below the threshold of its webhook. */
const LOW_BALANCE: OrderRule = {
  concerns: ({ webhook }) => (webhook?.balanceLow ?? null) !== null,
  way: () => 'batch',
  enforce(books, { orderId }, principal) {
    books.warnIfLow(orderId, principal);
    return undefined;
  },
};

/** In the order in which they are enforced and refuse. */
const RULES = [CHARGE, SPEND_CAP, LOW_BALANCE];

/** The rules of new orders, and behind them what extensions check. */
@Injectable()
export class OrderRules {
  constructor(
    private readonly balances: BatchBalances,
    private readonly checks: OrderChecks,
  ) {}

  /** By which way the order may be placed. */
  wayOf(order: RequestedOrder, principal: Principal): OrderWay {
    return concerned(principal)
      .map(({ way }) => way(order, principal))
      .reduce(slowerWay, this.wayOfChecks(order, principal));
  }

  /**
   * Enforces them in the transaction that has inserted the order. It comes late, since it locks the row of the account, on which
   * other orders of the same account wait.
   * @returns the clock of the database after the checks, in seconds since 1970; undefined without checks
   * @throws InsufficientBalanceError (100), SpendCapExceededError (119), CheckRefusedError (600–699), OrdersHaltedError (111)
   */
  async assert(
    manager: EntityManager,
    order: RequestedOrder,
    principal: Principal,
  ): Promise<number | undefined> {
    const books = await this.balances.open(manager, [principal]);
    const [refusal] = this.refusalsIn(books, [{ order, principal }]).values();
    if (refusal) throw refusal;
    await this.balances.post(manager, books);
    const toFulfill = orderToFulfill(order);
    if (!this.checks.concern(toFulfill)) return undefined;
    return this.checks.run(manager, toFulfill, callerOf(principal));
  }

  /**
   * Enforces them for several orders, one after the other, and notes in the books what follows from those that pass.
   * @returns the refusals by order id
   */
  refusalsIn(books: BatchBooks, orders: readonly OrderOfCaller[]): Map<string, AppError> {
    const refusals = new Map<string, AppError>();
    for (const { order, principal } of orders) {
      for (const { enforce } of concerned(principal)) {
        const refusal = enforce(books, order, principal);
        if (!refusal) continue;
        books.takeBack(order.orderId);
        refusals.set(order.orderId, refusal);
        break;
      }
    }
    return refusals;
  }

  /** What they say of an order that is not placed, without writing or locking. @throws the same as `assert`, but for 600–699 */
  async preview(order: RequestedOrder, principal: Principal): Promise<RulesPreview> {
    const books = await this.balances.read([principal]);
    const spendable = numericText(books.spendableOf(principal.accountId));
    const [refusal] = this.refusalsIn(books, [{ order, principal }]).values();
    if (refusal) throw refusal;
    return { spendable, unchecked: this.checks.namesFor(orderToFulfill(order)) };
  }

  private wayOfChecks(order: RequestedOrder, principal: Principal): OrderWay {
    if (!this.checks.exist) return 'statement';
    const inBatch = this.checks.inBatch(orderToFulfill(order), callerOf(principal));
    if (typeof inBatch === 'function') return inBatch;
    return inBatch ? 'statement' : 'alone';
  }
}

function concerned(principal: Principal): OrderRule[] {
  return RULES.filter((rule) => rule.concerns(principal));
}

function callerOf({ accountId, name, groupId, testing }: Principal): OrderCaller {
  return { accountId, name, groupId, testing };
}
