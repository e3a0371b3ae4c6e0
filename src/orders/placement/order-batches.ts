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
import type { JointOrder } from './joint-intake.js';
import { OrdersTogether, type TogetherOutcome } from './orders-together.js';

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

/** A transaction holds its accounts until it has ended, as a rule: checks have a time limit of their own, and so have statements. */
const TRANSACTION_MS = 3_000;

/** An order, and what is done for it besides the statement: checks of extensions, or all that `OrdersTogether` does. */
type OrderToBatch = OrderToPlace & {
  readonly runChecks?: RunInBatch | undefined;
  readonly together?: JointOrder | undefined;
};

/**
 * What has become of an order: true if it is placed as it was asked for; its answer, or its refusal, where a batch decides that; false if
 * it was not placed; undefined if a transaction of its own has to decide.
 */
export type BatchOutcome = TogetherOutcome | true;

interface QueuedOrder extends OrderToBatch, QueuedRequest<BatchOutcome> {
  /** False once the caller has closed the connection. */
  readonly isAwaited: () => boolean;
  /** By `performance.now()`. */
  readonly since: number;
}

type QueuedWithChecks = QueuedOrder & OrderWithChecks;
type QueuedTogether = QueuedOrder & { readonly together: JointOrder };
/** Who places an order of the queue. */
type Kind = 'statement' | 'checks' | 'together';
type OutcomeOf = (orderId: string) => BatchOutcome;

/**
 * Places orders in batches: orders that arrive together share one statement, since a commit costs as much for fifty
 * orders as for one. All running orders of an account are in the same statement, so that no statement waits for the row
 * lock of another one, unless that one has been running for more than a second. Orders that more is done for are in batches of their
 * own, each a transaction: those with checks of extensions, one batch at a time with at most one order of an account, and all others.
 */
@Injectable()
export class OrderBatches {
  private waiting: QueuedOrder[] = [];
  private readonly runningAccounts = new Set<number>();
  /** The last batch of each kind, as long as the next one has to be as large. */
  private readonly gathering = new Map<Kind, readonly QueuedOrder[]>();
  private readonly slots = new StatementSlots<QueuedOrder, BatchOutcome>(
    () => this.nextStatement('statement'),
    (batch) => this.send(batch, (holding, now) => this.placed(holding, deadlineOf(holding, now))),
    (batch) => {
      this.endStatement(batch, 'statement');
    },
  );
  private readonly slotsWithChecks = new StatementSlots<QueuedWithChecks, BatchOutcome>(
    () => this.nextWithChecks().filter(hasChecks),
    (batch) =>
      this.send(batch, async (holding) => {
        const placed = await this.withChecks.place(holding);
        return (orderId) => placed.has(orderId);
      }),
    (batch) => {
      this.endChecks(batch);
    },
    { statements: 1, timeoutMs: TRANSACTION_MS },
  );
  private readonly slotsTogether = new StatementSlots<QueuedTogether, BatchOutcome>(
    () => this.nextStatement('together').filter(isTogether),
    (batch) =>
      this.send(batch, async (holding) => {
        const outcomes = await this.together.place(
          holding.map(({ together, seen, checkHoldsUntil }) => ({
            ...together,
            seen,
            checkHoldsUntil,
          })),
        );
        return (orderId) => outcomes.get(orderId);
      }),
    (batch) => {
      this.endStatement(batch, 'together');
    },
    { statements: 2, timeoutMs: TRANSACTION_MS },
  );

  constructor(
    private readonly orders: OrderRepository,
    private readonly revisions: RevisionWatch,
    private readonly withChecks: BatchesWithChecks,
    private readonly together: OrdersTogether,
  ) {}

  /**
   * @param isAwaited called again before the order is sent.
   * @throws CutOffError when the outcome of the statement is unknown, the error of an unavailable database when that of the
   * transaction of a batch is; TemporarilyUnavailableError (111) when too many orders wait, when this one has
   * waited for too long, or when the caller has closed the connection
   */
  async place(checked: OrderToBatch, isAwaited: () => boolean): Promise<BatchOutcome> {
    const { accountId } = checked.order;
    if (this.waiting.length >= MAX_WAITING_ORDERS) throw new TemporarilyUnavailableError();
    const ofAccount = this.waiting.filter(({ order }) => order.accountId === accountId);
    if (ofAccount.length >= MAX_WAITING_ORDERS_OF_AN_ACCOUNT) {
      throw new TemporarilyUnavailableError();
    }
    const { promise, resolve, reject } = Promise.withResolvers<BatchOutcome>();
    this.waiting.push({ ...checked, isAwaited, since: performance.now(), resolve, reject });
    this.line(kindOf(checked)).fill();
    return promise;
  }

  private line(kind: Kind): { fill(): void } {
    if (kind === 'statement') return this.slots;
    return kind === 'checks' ? this.slotsWithChecks : this.slotsTogether;
  }

  private nextStatement(kind: Kind): QueuedOrder[] {
    const batch = this.nextBatch(kind);
    if (batch.length > 0) this.gather(batch, kind);
    return batch;
  }

  private nextWithChecks(): QueuedOrder[] {
    const batch = this.nextBatch('checks');
    if (batch.length > 0) this.gathering.delete('checks');
    return batch;
  }

  /** Takes orders of a kind from the queue, oldest first, and with checks at most one of each account; none while more are being gathered. */
  private nextBatch(kind: Kind): QueuedOrder[] {
    this.dropStale();
    // The older order of an account goes first, also where it waits for a batch of another kind.
    const passed = new Set(this.runningAccounts);
    const batch: QueuedOrder[] = [];
    for (const waiting of this.waiting) {
      const { accountId } = waiting.order;
      const isOfKind = kindOf(waiting) === kind;
      if (isOfKind && !passed.has(accountId)) batch.push(waiting);
      if (batch.length === MAX_ORDERS_IN_A_STATEMENT) break;
      if (!isOfKind || kind === 'checks') passed.add(accountId);
    }
    if (batch.length < (this.gathering.get(kind)?.length ?? 1)) return [];
    this.begin(batch);
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

  private free(batch: readonly QueuedOrder[], kind: Kind): void {
    for (const { order } of batch) this.runningAccounts.delete(order.accountId);
    for (const other of new Set(this.waiting.map(kindOf))) {
      if (other !== kind) this.line(other).fill();
    }
  }

  private gather(batch: readonly QueuedOrder[], kind: Kind): void {
    this.gathering.set(kind, batch);
    setTimeout(() => {
      this.endGathering(batch, kind);
    }, GATHERING_MS).unref();
  }

  private endStatement(batch: readonly QueuedOrder[], kind: Kind): void {
    this.free(batch, kind);
    this.endGathering(batch, kind);
  }

  /**
   * From its end on more are gathered: one at a time is under way, so those wait anyway that come meanwhile, and who was
   * answered comes again.
   */
  private endChecks(batch: readonly QueuedOrder[]): void {
    this.free(batch, 'checks');
    this.gather(batch, 'checks');
  }

  private endGathering(batch: readonly QueuedOrder[], kind: Kind): void {
    if (this.gathering.get(kind) !== batch) return;
    this.gathering.delete(kind);
    this.line(kind).fill();
  }

  private async send<Queued extends QueuedOrder>(
    batch: readonly Queued[],
    place: (holding: readonly Queued[], now: number) => Promise<OutcomeOf>,
  ): Promise<BatchOutcome[]> {
    const now = databaseClock(this.revisions.fresh ?? (await this.revisions.current()));
    const holds = (order: Queued) => endOf(order) >= now + MIN_CHECK_HOLDS_SECONDS;
    const holding = batch.filter(holds);
    const outcomeOf = holding.length === 0 ? IN_DOUBT : await place(holding, now);
    return batch.map((one) => (holds(one) ? outcomeOf(one.order.orderId) : undefined));
  }

  /** All are in doubt if the database refuses one of them, since all are rolled back. */
  private async placed(batch: readonly OrderToPlace[], deadline: number): Promise<OutcomeOf> {
    try {
      const placed = await this.orders.placeAtOnce(batch, ORDER_ACTOR, deadline);
      return (orderId) => placed.has(orderId);
    } catch (error) {
      if (isRolledBack(error)) return IN_DOUBT;
      throw isDatabaseUnavailable(error) ? new CutOffError(deadline, error) : error;
    }
  }
}

const IN_DOUBT: OutcomeOf = () => undefined;

/** @param now in seconds since 1970, by the clock of the database. */
function deadlineOf(batch: readonly OrderToPlace[], now: number): number {
  const ends = batch.map((order) => endOf(order) - BEFORE_END_SECONDS);
  return Math.min(now + STATEMENT_DEADLINE_SECONDS, ...ends);
}

function hasChecks(waiting: QueuedOrder): waiting is QueuedWithChecks {
  return waiting.runChecks !== undefined;
}

function isTogether(waiting: QueuedOrder): waiting is QueuedTogether {
  return waiting.together !== undefined;
}

function kindOf({ runChecks, together }: OrderToBatch): Kind {
  if (together) return 'together';
  return runChecks ? 'checks' : 'statement';
}
