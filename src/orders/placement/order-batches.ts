import { Injectable } from '@nestjs/common';
import { ORDER_ACTOR } from '../../account/ledger/ledger-actors.js';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { shareOf } from '../../common/server-worker.js';
import { isDatabaseUnavailable, isRolledBack } from '../../database/database-errors.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { databaseClock } from '../../database/revision/revisions.js';
import { StatementSlots, type QueuedRequest } from '../../database/statement-slots.js';
import type { RunInBatch } from '../checks/order-checks.js';
import { OrderRepository, type OrderToPlace } from '../order.repository.js';
import { BatchesWithChecks, endOf, type OrderWithChecks } from './batches-with-checks.js';

const MAX_ORDERS_IN_A_STATEMENT = 100;
/** Orders that may wait, in total and of one account; further ones are answered 111. */
const MAX_WAITING_ORDERS = shareOf(2_000);
const MAX_WAITING_ORDERS_OF_AN_ACCOUNT = shareOf(500);
/**
 * For so long after a statement was sent, and until its answer, the next one waits for as many orders as that one has:
 * statements are fewer and larger then, and an order costs the database less in a larger one.
 */
const GATHERING_MS = 5;
/** An order that no statement has taken after this time is answered 111, as when a retry would begin too late. */
const MAX_WAIT_MS = 2_500;
/** A statement that reaches the database later than this after it was sent places nothing. */
const STATEMENT_DEADLINE_SECONDS = 2;
/**
 * An order whose check holds for less time is left to its transaction, so that its early deadline does not keep the other
 * orders of the batch from being placed.
 */
const MIN_CHECK_HOLDS_SECONDS = 0.5;
/** The check of an order has ended at that time itself, while a deadline may still be met. */
const BEFORE_END_SECONDS = 0.001;

/** The outcome of a statement is unknown: it may have been executed, or may still be executed until the deadline. */
export class CutOffError extends Error {
  constructor(
    /** In seconds since 1970, by the clock of the database. */
    readonly deadline: number,
    cause: unknown,
  ) {
    super('the outcome of an order is unknown', { cause });
  }
}

/** A batch with checks holds its accounts until it has ended, as a rule: its checks have a time limit of their own. */
const SLOTS_WITH_CHECKS = { statements: 1, timeoutMs: 3_000 };

/** An order, and what runs the checks of extensions that concern it. */
type OrderToBatch = OrderToPlace & { readonly runChecks?: RunInBatch | undefined };

interface QueuedOrder extends OrderToBatch, QueuedRequest<boolean> {
  /** False once the caller has closed the connection. */
  readonly isAwaited: () => boolean;
  /** By `performance.now()`. */
  readonly since: number;
}

type QueuedWithChecks = QueuedOrder & OrderWithChecks;

/**
 * Places orders in batches: orders that arrive together share one statement, since a commit costs as much for fifty
 * orders as for one. All running orders of an account are in the same statement, so that no statement waits for the row
 * lock of another one, unless that one has been running for more than a second. Orders with checks of extensions are in
 * batches of their own, one at a time and at most one order of an account in each.
 */
@Injectable()
export class OrderBatches {
  private waiting: QueuedOrder[] = [];
  private readonly runningAccounts = new Set<number>();
  /** The batch that was sent last, as long as the next one has to be as large. */
  private gathering: readonly QueuedOrder[] = [];
  /** The same of batches with checks. */
  private gatheringWithChecks: readonly QueuedOrder[] = [];
  private readonly slots = new StatementSlots<QueuedOrder, boolean>(
    () => this.nextBatch(),
    (batch) => this.send(batch, (holding, now) => this.placed(holding, deadlineOf(holding, now))),
    (batch) => {
      this.free(batch, this.slotsWithChecks);
      this.endGathering(batch);
    },
  );
  private readonly slotsWithChecks = new StatementSlots<QueuedWithChecks, boolean>(
    () => this.nextBatchWithChecks(),
    (batch) => this.send(batch, (holding) => this.withChecks.place(holding)),
    (batch) => {
      this.free(batch, this.slots);
      this.gatherWithChecks(batch);
    },
    SLOTS_WITH_CHECKS,
  );

  constructor(
    private readonly orders: OrderRepository,
    private readonly revisions: RevisionWatch,
    private readonly withChecks: BatchesWithChecks,
  ) {}

  /**
   * @param isAwaited called again before the order is sent.
   * @returns false when nothing was written, so that the order has to be placed in a transaction.
   * @throws CutOffError when the outcome of the statement is unknown, the error of an unavailable database when that of the
   * transaction of a batch with checks is; TemporarilyUnavailableError (111) when too many orders wait, when this one has
   * waited for too long, or when the caller has closed the connection
   */
  async place(checked: OrderToBatch, isAwaited: () => boolean): Promise<boolean> {
    const { accountId } = checked.order;
    if (this.waiting.length >= MAX_WAITING_ORDERS) throw new TemporarilyUnavailableError();
    const ofAccount = this.waiting.filter(({ order }) => order.accountId === accountId);
    if (ofAccount.length >= MAX_WAITING_ORDERS_OF_AN_ACCOUNT) {
      throw new TemporarilyUnavailableError();
    }
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.waiting.push({ ...checked, isAwaited, since: performance.now(), resolve, reject });
    (checked.runChecks ? this.slotsWithChecks : this.slots).fill();
    return promise;
  }

  /** Takes orders without checks from the queue, oldest first; none while more are being gathered. */
  private nextBatch(): QueuedOrder[] {
    this.dropStale();
    // The older order of an account goes first, also where it waits for a batch of the other kind.
    const passed = new Set<number>();
    const batch: QueuedOrder[] = [];
    for (const waiting of this.waiting) {
      const { accountId } = waiting.order;
      if (waiting.runChecks) passed.add(accountId);
      else if (!this.runningAccounts.has(accountId) && !passed.has(accountId)) batch.push(waiting);
      if (batch.length === MAX_ORDERS_IN_A_STATEMENT) break;
    }
    if (batch.length === 0 || batch.length < this.gathering.length) return [];
    this.begin(batch);
    this.gather(batch);
    return batch;
  }

  /** Takes orders with checks from the queue, oldest first, and at most one of each account. */
  private nextBatchWithChecks(): QueuedWithChecks[] {
    this.dropStale();
    const passed = new Set(this.runningAccounts);
    const batch: QueuedWithChecks[] = [];
    for (const waiting of this.waiting) {
      const { accountId } = waiting.order;
      if (hasChecks(waiting) && !passed.has(accountId)) batch.push(waiting);
      if (batch.length === MAX_ORDERS_IN_A_STATEMENT) break;
      passed.add(accountId);
    }
    if (batch.length === 0 || batch.length < this.gatheringWithChecks.length) return [];
    this.begin(batch);
    this.gatheringWithChecks = [];
    return batch;
  }

  /** Rejects those that have waited for too long, and leaves those to transactions whose checks are not for a batch any more. */
  private dropStale(): void {
    const latest = performance.now() - MAX_WAIT_MS;
    this.waiting = this.waiting.filter((waiting) => {
      if (!waiting.isAwaited() || waiting.since < latest) {
        waiting.reject(new TemporarilyUnavailableError());
        return false;
      }
      if (!waiting.runChecks || this.withChecks.takes(waiting)) return true;
      waiting.resolve(false);
      return false;
    });
  }

  private begin(batch: readonly QueuedOrder[]): void {
    for (const { order } of batch) this.runningAccounts.add(order.accountId);
    const taken = new Set(batch);
    this.waiting = this.waiting.filter((waiting) => !taken.has(waiting));
  }

  /** @param others where orders of the same accounts may wait. */
  private free(batch: readonly QueuedOrder[], others: { fill(): void }): void {
    for (const { order } of batch) this.runningAccounts.delete(order.accountId);
    if (this.waiting.length > 0) others.fill();
  }

  private gather(batch: readonly QueuedOrder[]): void {
    this.gathering = batch;
    setTimeout(() => {
      this.endGathering(batch);
    }, GATHERING_MS).unref();
  }

  /** From its end on: one at a time is under way, so those wait anyway that come meanwhile, and who was answered comes again. */
  private gatherWithChecks(batch: readonly QueuedOrder[]): void {
    this.gatheringWithChecks = batch;
    setTimeout(() => {
      if (this.gatheringWithChecks !== batch) return;
      this.gatheringWithChecks = [];
      this.slotsWithChecks.fill();
    }, GATHERING_MS).unref();
  }

  private endGathering(batch: readonly QueuedOrder[]): void {
    if (this.gathering !== batch) return;
    this.gathering = [];
    this.slots.fill();
  }

  private async send<Queued extends QueuedOrder>(
    batch: readonly Queued[],
    place: (holding: readonly Queued[], now: number) => Promise<ReadonlySet<string>>,
  ): Promise<boolean[]> {
    const now = databaseClock(this.revisions.fresh ?? (await this.revisions.current()));
    const holding = batch.filter((order) => endOf(order) >= now + MIN_CHECK_HOLDS_SECONDS);
    const placed = holding.length === 0 ? NONE : await place(holding, now);
    return batch.map(({ order }) => placed.has(order.orderId));
  }

  /** @returns the ids of the placed orders; none if the database refuses one of them, since all are rolled back. */
  private async placed(
    batch: readonly OrderToPlace[],
    deadline: number,
  ): Promise<ReadonlySet<string>> {
    try {
      return await this.orders.placeAtOnce(batch, ORDER_ACTOR, deadline);
    } catch (error) {
      if (isRolledBack(error)) return new Set();
      throw isDatabaseUnavailable(error) ? new CutOffError(deadline, error) : error;
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

/** @param now in seconds since 1970, by the clock of the database. */
function deadlineOf(batch: readonly OrderToPlace[], now: number): number {
  const ends = batch.map((order) => endOf(order) - BEFORE_END_SECONDS);
  return Math.min(now + STATEMENT_DEADLINE_SECONDS, ...ends);
}

function hasChecks(waiting: QueuedOrder): waiting is QueuedWithChecks {
  return waiting.runChecks !== undefined;
}
