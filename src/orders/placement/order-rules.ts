import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import type { BatchBooks } from '../../account/ledger/batch-books.js';
import { ORDER_ACTOR } from '../../account/ledger/ledger-actors.js';
import type { AppError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import type { OrderCaller } from '../checks/order-check.js';
import { OrderChecks } from '../checks/order-checks.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import { slowerWay, type OrderRule, type OrderWay, type RulePreview } from './order-rule.js';
import type { RequestedOrder } from './requested-order.js';

export interface OrderOfCaller {
  readonly order: RequestedOrder;
  readonly principal: Principal;
}

/** The rules of new orders, in the order in which they are enforced and refuse. */
@Injectable()
export class OrderRules {
  private readonly rules: readonly OrderRule[];

  constructor(balances: BalanceService, checks: OrderChecks) {
    this.rules = [
      charge(balances),
      spendCap(balances),
      lowBalance(balances),
      extensionChecks(checks, balances),
    ];
  }

  /** By which way the order may be placed. */
  wayOf(order: RequestedOrder, principal: Principal): OrderWay {
    return this.concerned(principal)
      .map(({ way }) => way(order, principal))
      .reduce(slowerWay, 'statement');
  }

  /**
   * Enforces them in the transaction that has inserted the order.
   * @returns the clock of the database after the last one that may take long, in seconds since 1970
   * @throws InsufficientBalanceError (100), SpendCapExceededError (119), CheckRefusedError (600–699), OrdersHaltedError (111)
   */
  async assert(
    manager: EntityManager,
    order: RequestedOrder,
    principal: Principal,
  ): Promise<number | undefined> {
    let clock: number | undefined;
    for (const rule of this.concerned(principal)) {
      clock = (await rule.assert(manager, order, principal)) ?? clock;
    }
    return clock;
  }

  /**
   * Enforces them in the transaction of several orders, one after the other, and notes in the books what follows from those that
   * pass. @returns the refusals by order id
   */
  refusalsIn(books: BatchBooks, orders: readonly OrderOfCaller[]): Map<string, AppError> {
    const refusals = new Map<string, AppError>();
    for (const { order, principal } of orders) {
      for (const { inBatch } of this.concerned(principal)) {
        const refusal = inBatch === 'never' ? undefined : inBatch(books, order, principal);
        if (!refusal) continue;
        books.takeBack(order.orderId);
        refusals.set(order.orderId, refusal);
        break;
      }
    }
    return refusals;
  }

  /** What they say of an order that is not placed. @throws the same as `assert`, but for 600–699 */
  async preview(order: RequestedOrder, principal: Principal): Promise<Required<RulePreview>> {
    const said: RulePreview[] = [];
    for (const rule of this.concerned(principal)) {
      said.push(await rule.preview(order, principal));
    }
    const spendable = said.find((one) => one.spendable !== undefined)?.spendable ?? '0';
    return { spendable, unchecked: said.flatMap(({ unchecked = [] }) => unchecked) };
  }

  private concerned(principal: Principal): OrderRule[] {
    return this.rules.filter((rule) => rule.concerns(principal));
  }
}

/** A test order is not charged, and one of 0 USD leaves no entry. */
function isCharged({ rehearsal, total }: RequestedOrder): boolean {
  return !rehearsal && numericText(total) !== '0';
}

/**
 * What the order costs is taken from the balance, within the credit limit. It comes first and late, since it locks the row of
 * the account, on which other orders of the same account wait.
 */
function charge(balances: BalanceService): OrderRule {
  return {
    concerns: () => true,
    way: (order) => (isCharged(order) ? 'statement' : 'batch'),
    async assert(manager, { rehearsal, accountId, orderId, total: amount }) {
      if (rehearsal) return undefined;
      await balances.debit(manager, { accountId, orderId, amount, actor: ORDER_ACTOR });
      return undefined;
    },
    inBatch: (books, { rehearsal, accountId, orderId, total: amount }) =>
      rehearsal ? undefined : books.charge({ accountId, orderId, amount }),
    async preview({ rehearsal, accountId, total }) {
      const spendable = rehearsal
        ? (await balances.of(accountId)).spendable
        : await balances.assertChargeable(accountId, total);
      return { spendable };
    },
  };
}

/** What the tokens of a family may spend in 24 hours. */
function spendCap(balances: BalanceService): OrderRule {
  return {
    concerns: ({ cappedFamily }) => cappedFamily !== null,
    // An order without a charge bears the family, too, which the statement does not write.
    way: () => 'batch',
    async assert(manager, order, { cappedFamily }) {
      if (cappedFamily === null || !isCharged(order)) return undefined;
      const { accountId, total: amount } = order;
      await balances.countSpending(manager, cappedFamily, { accountId, amount });
      return undefined;
    },
    inBatch: (books, { orderId }, { cappedFamily }) =>
      cappedFamily === null ? undefined : books.count(orderId, cappedFamily),
    async preview(order, { cappedFamily }) {
      if (cappedFamily === null || !isCharged(order)) return {};
      const { accountId, total: amount } = order;
      await balances.assertWithinCap(cappedFamily, { accountId, amount });
      return {};
    },
  };
}

/** The reseller is told of a charge that takes the balance below the threshold of its webhook. */
function lowBalance(balances: BalanceService): OrderRule {
  return {
    concerns: ({ webhook }) => (webhook?.balanceLow ?? null) !== null,
    way: () => 'batch',
    async assert(manager, order, principal) {
      if (!isCharged(order)) return undefined;
      const { accountId, total: amount } = order;
      await balances.warnIfLow(manager, { accountId, amount }, principal);
      return undefined;
    },
    inBatch(books, { orderId }, principal) {
      books.warnIfLow(orderId, principal);
      return undefined;
    },
    preview: () => Promise.resolve({}),
  };
}

/** What extensions check, in the transaction of the order or of its batch. */
function extensionChecks(checks: OrderChecks, balances: BalanceService): OrderRule {
  return {
    concerns: () => checks.exist,
    way(order, principal) {
      const inBatch = checks.inBatch(orderToFulfill(order), callerOf(principal));
      if (typeof inBatch === 'function') return inBatch;
      return inBatch ? 'statement' : 'alone';
    },
    async assert(manager, order, principal) {
      const toFulfill = orderToFulfill(order);
      if (!checks.concern(toFulfill)) return undefined;
      // Without a charge, the row of the account is not locked yet.
      if (!isCharged(order)) await balances.lock(manager, principal.accountId);
      return checks.run(manager, toFulfill, callerOf(principal));
    },
    inBatch: 'never',
    preview: (order) => Promise.resolve({ unchecked: checks.namesFor(orderToFulfill(order)) }),
  };
}

function callerOf({ accountId, name, groupId, testing }: Principal): OrderCaller {
  return { accountId, name, groupId, testing };
}
