import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Position } from '../../common/paging.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { isDatabaseUnavailable, sqlState } from '../../database/database-errors.js';
import { FAILURES_UNTIL_SET_ASIDE } from './search-index.sql.js';
import {
  SearchIndexRepository,
  type ChangedOrder,
  type IndexedOrder,
  type SearchProgress,
} from './search-index.repository.js';
import { IndexBatches } from './index-batch.js';

/** Read for a step, all of which is one transaction. */
const ORDERS_PER_STEP = 200;
const CHANGES_PER_STEP = 50;
const DELETED_PER_STEP = 1_000;
/** Looked at between two looks for accounts with something to do. */
const ACCOUNTS_PER_LOOK = 100;

const QUERY_CANCELED = '57014';

const BEGINNING: Position = { time: '-infinity', id: '' };
const DAY_MS = 86_400_000;

/**
 * Keeps the index of the values of orders, in bounded steps. The orders of an account are read twice, in the order of
 * their times: soon after they were placed, and again when no earlier one can be committed any more. Orders from before
 * there was an index are read by the second reading alone. What an order has more than a step takes is left to the
 * changes, and so is an order that fails again and again.
 */
@Injectable()
export class SearchIndex {
  constructor(
    private readonly database: Database,
    private readonly index: SearchIndexRepository,
    private readonly steps: IndexBatches,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'SEARCH_KEPT_DAYS'>,
  ) {}

  /** Orders from before are not indexed. It is the same for a day, so that an account is not moved on all the time. */
  private get beginning(): Position {
    const { SEARCH_KEPT_DAYS: keptDays } = this.config;
    if (keptDays === 0) return BEGINNING;
    const day = Math.floor(Date.now() / DAY_MS) - keptDays;
    const [date = ''] = new Date(day * DAY_MS).toISOString().split('T');
    // As the database writes the times that it is compared with.
    return { time: `${date}T00:00:00.000000Z`, id: '' };
  }

  /** True if there is a secret key; without one nothing is indexed. */
  get isPossible(): boolean {
    return this.steps.keyIds.length > 0;
  }

  /** Accounts with orders that are not in the index, a bounded number. */
  async waitingAccounts(): Promise<number[]> {
    const [newest] = this.steps.keyIds;
    if (!newest) return [];
    return this.index.candidates(newest, this.steps.keyIds, ACCOUNTS_PER_LOOK);
  }

  /** Notes once that no account is left without a progress, so that a search needs not ask each account. */
  noteCompleteness(): Promise<void> {
    return this.index.noteAllComplete();
  }

  /**
   * Indexes some new orders of an account, and some settled ones. Leaves it to another server at work.
   * @throws the error of a step that failed, which is noted: the next ones are of one order each, and after some of them
   * that order is set aside.
   */
  async step(accountId: number): Promise<void> {
    const [newest] = this.steps.keyIds;
    if (!newest) return;
    try {
      // Committed before any order is read, so that changes of what was read are not taken for those of an account without one.
      await this.index.begin(this.database.manager, [accountId], newest);
      await this.database.transaction(async (manager) => {
        const progress = await this.index.lock(manager, accountId);
        if (!progress) return;
        if (!progress.keyId.equals(newest) && progress.isKeySettled) {
          await this.index.changeKey(manager, accountId, newest);
        } else if (this.steps.keyIds.some((keyId) => keyId.equals(progress.keyId))) {
          await this.advance(manager, accountId, progress);
        }
      });
    } catch (error) {
      if (mayBeOfOrder(error)) await this.index.noteFailedStep(accountId, newest);
      throw error;
    }
  }

  /**
   * Indexes some orders that have got codes since they were placed, or of which a part is indexed.
   * @param report is told why an order could not be indexed; it keeps no other one back.
   * @returns how many changes were looked at
   */
  async changes(report: (error: unknown) => void = () => undefined): Promise<number> {
    const seen: ChangedOrder[] = [];
    try {
      return await this.changesAmong(CHANGES_PER_STEP, seen);
    } catch (error) {
      if (seen.length === 0 || !mayBeOfOrder(error)) throw error;
    }
    return this.oneChange(report);
  }

  /** Several failed together, so one is tried alone, and its failure noted. */
  private async oneChange(report: (error: unknown) => void): Promise<number> {
    const seen: ChangedOrder[] = [];
    try {
      return await this.changesAmong(1, seen);
    } catch (error) {
      const [failed] = seen;
      if (!failed || !mayBeOfOrder(error)) throw error;
      report(error);
      await this.index.noteFailedChange(failed);
      return 1;
    }
  }

  /** @param seen is filled with the orders that were read, also if the step fails then. */
  private changesAmong(limit: number, seen: ChangedOrder[]): Promise<number> {
    return this.database.transaction(async (manager) => {
      const orders = await this.index.changed(manager, limit);
      seen.push(...orders);
      // The orders of an account that was never read will be read as they are then.
      await this.index.settle(
        manager,
        orders.filter(({ keyId }) => keyId === null),
      );
      const keyed = orders.filter(({ keyId }) => keyId !== null);
      const unknown = keyed.filter((order) => !this.hasKeyOf(order));
      await this.index.postpone(manager, unknown);
      const known = keyed.filter((order) => this.hasKeyOf(order));
      for (const [hex, same] of Map.groupBy(known, ({ keyId }) => keyId?.toString('hex') ?? '')) {
        await this.indexChanges(manager, same, Buffer.from(hex, 'hex'));
      }
      return orders.length;
    });
  }

  private async indexChanges(
    manager: EntityManager,
    changes: readonly ChangedOrder[],
    keyId: Buffer,
  ): Promise<void> {
    const { rows, orders, unreadable, rest } = this.steps.over(changes, keyId);
    await this.index.insert(manager, rows);
    await this.index.postpone(manager, unreadable);
    if (rest) await this.index.goOn(manager, rest.order, rest.textsDone);
    const isDone = (order: ChangedOrder) => !unreadable.includes(order) && order !== rest?.order;
    await this.index.settle(manager, orders.filter(isDone));
  }

  /**
   * Indexes all orders under the newest key, so that older keys are not needed to find them. The servers delete the
   * values of older keys later.
   */
  async rebuild(): Promise<void> {
    const [newest] = this.steps.keyIds;
    if (!newest) return;
    for (const accountId of await this.index.accounts()) {
      await this.database.transaction(async (manager) => {
        await this.index.begin(manager, [accountId], newest);
        await this.index.changeKey(manager, accountId, newest);
      });
      let after: Position | undefined = this.beginning;
      while (after) after = await this.rebuildStep(accountId, after, newest);
    }
  }

  /**
   * Reads and writes while the progress is locked, which an erasure waits for: it deletes the values of what was read.
   * @returns where the next step begins; undefined at the end
   */
  private rebuildStep(
    accountId: number,
    after: Position,
    keyId: Buffer,
  ): Promise<Position | undefined> {
    return this.database.transaction(async (manager) => {
      await this.index.waitFor(manager, accountId);
      const limit = ORDERS_PER_STEP;
      const read = await this.index.ordersAfter(manager, accountId, after, 'recent', limit);
      let step = this.steps.over(read, keyId);
      const end = lastOf(step.orders);
      for (;;) {
        const { rows, rest } = step;
        await this.index.insert(manager, rows);
        if (!rest) return end;
        step = this.steps.over([{ ...rest.order, textsDone: rest.textsDone }], keyId);
      }
    });
  }

  private async advance(
    manager: EntityManager,
    accountId: number,
    { keyId, recent, settled, ...state }: SearchProgress,
  ): Promise<void> {
    const { failures } = state;
    const read = async (after: Position, reach: 'recent' | 'settled') => {
      // After a failure one by one, to find the order that fails.
      const limit = failures === 0 ? ORDERS_PER_STEP : 1;
      const orders = await this.index.ordersAfter(manager, accountId, after, reach, limit);
      if (failures < FAILURES_UNTIL_SET_ASIDE) return this.indexed(manager, orders, keyId);
      return this.indexedOrSetAside(manager, orders, keyId);
    };
    const recentTo = await read(recent, 'recent');
    if (recentTo) await this.index.moveRecent(manager, accountId, recentTo);
    const { beginning } = this;
    const isBehind = settled.time >= beginning.time;
    const settledTo =
      (await read(isBehind ? settled : beginning, 'settled')) ?? (isBehind ? undefined : beginning);
    if (settledTo) return this.index.moveSettled(manager, accountId, settledTo);
    if (!state.isComplete) await this.index.noteComplete(manager, accountId);
    if (!state.hasOthers || !state.isKeyComplete) return;
    const limit = DELETED_PER_STEP;
    const deleted = await this.index.deleteOthers(manager, accountId, keyId, limit);
    if (deleted < limit) await this.index.noteOthersDeleted(manager, accountId);
  }

  /** @returns how far it came; undefined without any orders */
  private async indexed(
    manager: EntityManager,
    read: readonly IndexedOrder[],
    keyId: Buffer,
  ): Promise<Position | undefined> {
    const { rows, orders, unreadable, rest } = this.steps.over(read, keyId);
    // The changes first, in the sequence in which `changes` locks them and writes the values.
    await this.index.postpone(manager, unreadable);
    if (rest) await this.index.leaveRest(manager, rest.order, rest.textsDone);
    await this.index.insert(manager, rows);
    return lastOf(orders);
  }

  /** The same for an order that may be the one that fails: within a savepoint. */
  private async indexedOrSetAside(
    manager: EntityManager,
    read: readonly IndexedOrder[],
    keyId: Buffer,
  ): Promise<Position | undefined> {
    try {
      return await manager.transaction((within) => this.indexed(within, read, keyId));
    } catch (error) {
      if (!mayBeOfOrder(error)) throw error;
      await this.index.setAside(manager, read);
      return lastOf(read);
    }
  }

  private hasKeyOf({ keyId }: ChangedOrder): boolean {
    return keyId !== null && this.steps.keyIds.some((known) => known.equals(keyId));
  }
}

/** False while the database is unavailable or a lock was not granted; a step that took too long may be an order's. */
function mayBeOfOrder(error: unknown): boolean {
  return !isDatabaseUnavailable(error) || sqlState(error) === QUERY_CANCELED;
}

function lastOf(orders: readonly IndexedOrder[]): Position | undefined {
  const last = orders.at(-1);
  return last && { time: last.time, id: last.orderId };
}
