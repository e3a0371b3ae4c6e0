import { Injectable } from '@nestjs/common';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { isDatabaseUnavailable, isRolledBack } from '../../database/database-errors.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { databaseClock } from '../../database/revision/revisions.js';
import { StatementSlots, type QueuedRequest } from '../../database/statement-slots.js';
import { OrderRepository, type OrderToPlace } from '../order.repository.js';

/** Who ordered, as the ledger names it. */
const ACTOR = 'api';
const MOST_IN_A_STATEMENT = 100;
/** Orders that may wait, in all and of one account; later ones hear 111. */
const MOST_WAITING = 2_000;
const MOST_OF_AN_ACCOUNT = 500;
/** A statement that reaches the database later places nothing. */
const LONGEST_DELAY_SECONDS = 2;

/** The statement that was to place an order was cut off: it may have been carried out, or may still be. */
export class CutOffError extends Error {
  constructor(
    /** From then on it will not be; by the clock of the database, in seconds since 1970. */
    readonly deadline: number,
    cause: unknown,
  ) {
    super('the outcome of an order is unknown', { cause });
  }
}

interface QueuedOrder extends OrderToPlace, QueuedRequest<boolean> {
  /** False once the caller has gone. */
  readonly isAwaited: () => boolean;
}

/**
 * Places orders at once, those that come together in one statement: a commit costs as much for fifty of them as for
 * one. The orders of an account are in one statement at a time, or statements would wait for each other's.
 */
@Injectable()
export class OrderBatches {
  private waiting: QueuedOrder[] = [];
  private readonly accountsUnderWay = new Set<number>();
  private readonly slots = new StatementSlots<QueuedOrder, boolean>(
    () => this.nextBatch(),
    (batch) => this.send(batch),
    (batch) => {
      for (const { order } of batch) this.accountsUnderWay.delete(order.accountId);
    },
  );

  constructor(
    private readonly orders: OrderRepository,
    private readonly revisions: RevisionWatch,
  ) {}

  /**
   * @param isAwaited asked once more before the order is sent.
   * @returns false when nothing was written: the order has to be taken in a transaction.
   * @throws CutOffError when nobody knows what has become of the statement; TemporarilyUnavailableError (111) when too
   * many orders wait, or when nobody waits for this one any more.
   */
  async place(checked: OrderToPlace, isAwaited: () => boolean): Promise<boolean> {
    const { accountId } = checked.order;
    if (this.waiting.length >= MOST_WAITING) throw new TemporarilyUnavailableError();
    const ofAccount = this.waiting.filter(({ order }) => order.accountId === accountId);
    if (ofAccount.length >= MOST_OF_AN_ACCOUNT) throw new TemporarilyUnavailableError();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.waiting.push({ ...checked, isAwaited, resolve, reject });
    this.slots.fill();
    return promise;
  }

  /** Takes orders out of line, oldest first. */
  private nextBatch(): QueuedOrder[] {
    const batch: QueuedOrder[] = [];
    this.waiting = this.waiting.filter((waiting) => {
      if (!waiting.isAwaited()) {
        waiting.reject(new TemporarilyUnavailableError());
        return false;
      }
      const full = batch.length >= MOST_IN_A_STATEMENT;
      if (full || this.accountsUnderWay.has(waiting.order.accountId)) return true;
      batch.push(waiting);
      return false;
    });
    for (const { order } of batch) this.accountsUnderWay.add(order.accountId);
    return batch;
  }

  private async send(batch: readonly QueuedOrder[]): Promise<boolean[]> {
    const placed = await this.placed(batch);
    return batch.map(({ order }) => placed.has(order.orderId));
  }

  /** Ids of what was placed. One that the database does not take leaves none of the others placed. */
  private async placed(batch: readonly OrderToPlace[]): Promise<ReadonlySet<string>> {
    const now = databaseClock(this.revisions.fresh ?? (await this.revisions.current()));
    const deadline = now + LONGEST_DELAY_SECONDS;
    try {
      return await this.orders.placeAtOnce(batch, ACTOR, deadline);
    } catch (error) {
      if (isRolledBack(error)) return new Set();
      throw isDatabaseUnavailable(error) ? new CutOffError(deadline, error) : error;
    }
  }
}
