import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ORDER_ACTOR } from '../../account/ledger/ledger-actors.js';
import { AppError } from '../../common/app-error.js';
import { TimeLimitError, withinTime } from '../../common/time-limit.js';
import { Database, SEVERAL_ACCOUNTS, type TransactionWatch } from '../../database/database.js';
import { isRolledBack, isStatementUnavailable } from '../../database/database-errors.js';
import { clockInSameTransaction } from '../checks/checked-transaction.js';
import type { RunInBatch } from '../checks/order-checks.js';
import { OrderRepository, type OrderToPlace } from '../order.repository.js';

/** An order that checks of extensions concern. */
export interface OrderWithChecks extends OrderToPlace {
  readonly runChecks: RunInBatch;
}

/**
 * All checks of a batch together take no longer. An order that is late has more time in a transaction of its own; the others
 * do not wait for it.
 */
const CHECKS_TIMEOUT_MS = 1_000;
const LATE = `the checks of the batch took longer than ${CHECKS_TIMEOUT_MS} ms`;
/** The rollback waits for the statement of a late check, and with it the other orders. */
const STATEMENT_TIMEOUT_MS = 1_000;
const BEGIN_WITHIN_MS = 1_000;
/** With the second try each order left has to go on alone. */
const MAX_TRIES = 2;
/**
 * In a batch, one order is checked after the other. Checks that take so many times as long as the statement, and longer than
 * one that was slow by chance, are faster in transactions beside each other.
 */
const SLOW_CHECKS_TIMES = 10;
const SLOW_CHECKS_MS = 100;
/** For so long no order of an account whose order has left a batch is put into one, and none at all while they are slow. */
const PAUSE_MS = 5_000;

/** What came of a transaction: it has placed orders, or some of them have to leave the batch. */
interface Outcome {
  readonly placed: ReadonlySet<string>;
  readonly leaving: ReadonlySet<OrderWithChecks>;
}

/**
 * Places a batch of orders in one transaction, in which their checks run between the statement and the commit, one order after
 * the other. If an order does not pass, all are rolled back and it leaves the batch: it is placed in a transaction of its own,
 * since only there it is refused. Its checks may have seen orders of other accounts here that are not committed.
 */
@Injectable()
export class BatchesWithChecks {
  /** By `performance.now()`, as are the times of accounts. */
  private pausedUntilMs = -Infinity;
  private readonly accountsPausedUntilMs = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
  ) {}

  /** False for an order that is placed in a transaction of its own at once. */
  takes({ order }: OrderToPlace): boolean {
    const now = performance.now();
    const untilMs = this.accountsPausedUntilMs.get(order.accountId) ?? -Infinity;
    return now >= this.pausedUntilMs && now >= untilMs;
  }

  /**
   * @param batch at most one order of an account: a check sees those orders of the account that were placed before.
   * @returns the ids of the placed orders
   * @throws the error of an unavailable database, when the orders may have been committed
   */
  async place(batch: readonly OrderWithChecks[]): Promise<ReadonlySet<string>> {
    // Checks that lock a row for each product do so in the same order in all instances.
    let rest = batch.toSorted((one, other) => one.order.productId - other.order.productId);
    for (let count = 0; count < MAX_TRIES && rest.length > 0; count++) {
      const { placed, leaving } = await this.try(rest);
      if (leaving.size === 0) return placed;
      this.pauseAccounts(leaving);
      rest = rest.filter((one) => !leaving.has(one));
    }
    if (rest.length > 0) this.pause();
    return new Set();
  }

  private async try(batch: readonly OrderWithChecks[]): Promise<Outcome> {
    const leaving = new Set<OrderWithChecks>();
    const queue = { accountId: SEVERAL_ACCOUNTS, beginWithinMs: BEGIN_WITHIN_MS };
    const limits = { queue, statementMs: STATEMENT_TIMEOUT_MS };
    try {
      const placed = await this.database.transaction(
        (manager) => this.placeWithin(manager, batch, leaving),
        limits,
      );
      return { placed, leaving };
    } catch (error) {
      // Without a COMMIT nothing is placed, also where the rollback fails.
      const isWithoutCommit = leaving.size > 0 || isRolledBack(error) || isOwn(error);
      if (!isWithoutCommit) throw error;
      return { placed: new Set(), leaving };
    }
  }

  /** @throws BatchEndedError after which nothing is committed, also when orders are leaving */
  private async placeWithin(
    manager: EntityManager,
    batch: readonly OrderWithChecks[],
    leaving: Set<OrderWithChecks>,
  ): Promise<ReadonlySet<string>> {
    // Unlike a statement that commits by itself, this one cannot take effect late.
    const deadline = Math.min(...batch.map(endOf));
    const sentAtMs = performance.now();
    const placed = await this.orders.placeAtOnce(batch, ORDER_ACTOR, deadline, manager);
    const placedAtMs = performance.now();
    const written = batch.filter(({ order }) => placed.has(order.orderId));
    const watch = await this.database.watch(manager);
    await this.runChecks(watch, manager, written, leaving);
    const slowMs = Math.max(SLOW_CHECKS_MS, SLOW_CHECKS_TIMES * (placedAtMs - sentAtMs));
    if (leaving.size === 0 && performance.now() - placedAtMs > slowMs) this.pause();
    if (leaving.size === 0 && (watch.isUsed() || written.some(hasEnd))) {
      const clock = await this.clock(manager, written);
      for (const one of written) if (clock >= endOf(one)) leaving.add(one);
    }
    if (leaving.size > 0) throw new BatchEndedError();
    return placed;
  }

  /** Notes all orders that are refused, so that the next try is without them, but no further one once the transaction failed. */
  private async runChecks(
    watch: TransactionWatch,
    manager: EntityManager,
    batch: readonly OrderWithChecks[],
    leaving: Set<OrderWithChecks>,
  ): Promise<void> {
    const begunAtMs = performance.now();
    const passedMs = (): number => performance.now() - begunAtMs;
    for (const one of batch) {
      try {
        await withinTime(one.runChecks(manager), CHECKS_TIMEOUT_MS - passedMs(), LATE);
        if (await watch.isOpen()) continue;
        leaving.add(one);
        return;
      } catch (error) {
        leaving.add(one);
        if (error instanceof TimeLimitError || !(await watch.isOpen())) return;
      }
    }
  }

  private async clock(
    manager: EntityManager,
    written: readonly OrderWithChecks[],
  ): Promise<number> {
    try {
      return await clockInSameTransaction(
        manager,
        written.map(({ order }) => order),
      );
    } catch (error) {
      // Each order shows in its own transaction whether it was its check.
      throw isStatementUnavailable(error) ? error : new BatchEndedError();
    }
  }

  private pause(): void {
    this.pausedUntilMs = performance.now() + PAUSE_MS;
  }

  private pauseAccounts(leaving: ReadonlySet<OrderWithChecks>): void {
    const now = performance.now();
    for (const [accountId, untilMs] of this.accountsPausedUntilMs) {
      if (untilMs <= now) this.accountsPausedUntilMs.delete(accountId);
    }
    for (const { order } of leaving) {
      this.accountsPausedUntilMs.set(order.accountId, now + PAUSE_MS);
    }
  }
}

/** Rolls the transaction of a batch back. */
class BatchEndedError extends Error {}

/** True if the transaction was never committed: it had no turn, or was rolled back here. */
function isOwn(error: unknown): boolean {
  return error instanceof BatchEndedError || error instanceof AppError;
}

function hasEnd(order: OrderToPlace): boolean {
  return endOf(order) !== Infinity;
}

/** When its check ends, in seconds since 1970, by the clock of the database. */
export function endOf({ checkHoldsUntil = Infinity }: OrderToPlace): number {
  return checkHoldsUntil;
}
