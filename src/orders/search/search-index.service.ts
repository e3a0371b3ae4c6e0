import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Position } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { DeliveredCodes } from '../delivered-codes.js';
import {
  SearchIndexRepository,
  type ChangedOrder,
  type IndexedOrder,
  type IndexRow,
  type SearchProgress,
} from './search-index.repository.js';
import { SearchValues } from './search-values.js';

/** Of a batch, all of which is one transaction. */
const ORDERS_PER_BATCH = 200;
const CHANGES_PER_BATCH = 50;
const DELETED_PER_BATCH = 1_000;
/** Looked at between two looks for accounts with something to do. */
const ACCOUNTS_PER_LOOK = 100;

const BEGINNING: Position = { time: '-infinity', id: '' };

/**
 * Keeps the index of the values of orders, in bounded steps. The orders of an account are read twice, in the order of
 * their times: soon after they were placed, and again when no earlier one can be committed any more. Orders from before
 * there was an index are read by the second reading alone.
 */
@Injectable()
export class SearchIndex {
  constructor(
    private readonly database: Database,
    private readonly index: SearchIndexRepository,
    private readonly values: SearchValues,
    private readonly codes: DeliveredCodes,
  ) {}

  /** True if there is a secret key; without one nothing is indexed. */
  get isPossible(): boolean {
    return this.values.keyIds.length > 0;
  }

  /** Accounts with orders that are not in the index, a bounded number. */
  async waitingAccounts(): Promise<number[]> {
    const [newest] = this.values.keyIds;
    if (!newest) return [];
    return this.index.candidates(newest, this.values.keyIds, ACCOUNTS_PER_LOOK);
  }

  /** Notes once that no account is left without a progress, so that a search needs not ask each account. */
  noteCompleteness(): Promise<void> {
    return this.index.noteAllComplete();
  }

  /** Indexes a batch of new orders of an account, and a batch of settled ones. Leaves it to another server at work. */
  async step(accountId: number): Promise<void> {
    const [newest] = this.values.keyIds;
    if (!newest) return;
    await this.database.transaction(async (manager) => {
      await this.index.begin(manager, accountId, newest);
      const progress = await this.index.lock(manager, accountId);
      if (!progress) return;
      if (!progress.keyId.equals(newest) && progress.isKeySettled) {
        await this.index.changeKey(manager, accountId, newest);
      } else if (this.values.keyIds.some((keyId) => keyId.equals(progress.keyId))) {
        await this.advance(manager, accountId, progress);
      }
    });
  }

  /** Indexes a batch of orders that have got codes since they were placed. @returns how many changes were looked at */
  changes(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const orders = await this.index.changed(manager, CHANGES_PER_BATCH);
      const known = orders.filter((order) => this.hasKeyOf(order));
      for (const [hex, same] of Map.groupBy(known, ({ keyId }) => keyId?.toString('hex') ?? '')) {
        await this.add(manager, same, Buffer.from(hex, 'hex'));
      }
      // The orders of an account that was never read will be read as they are then.
      const done = orders.filter((order) => order.keyId === null || this.isIndexable(order));
      await this.index.settle(manager, done);
      await this.index.postpone(
        manager,
        orders.filter((order) => !done.includes(order)),
      );
      return orders.length;
    });
  }

  /**
   * Indexes all orders under the newest key, so that older keys are not needed to find them. The servers delete the
   * values of older keys later.
   */
  async rebuild(): Promise<void> {
    const [newest] = this.values.keyIds;
    if (!newest) return;
    for (const accountId of await this.index.accounts()) {
      await this.database.transaction(async (manager) => {
        await this.index.begin(manager, accountId, newest);
        await this.index.changeKey(manager, accountId, newest);
      });
      let after: Position | undefined = BEGINNING;
      while (after) after = await this.rebuildBatch(accountId, after, newest);
    }
  }

  /** @returns where the next batch begins; undefined at the end */
  private rebuildBatch(
    accountId: number,
    after: Position,
    keyId: Buffer,
  ): Promise<Position | undefined> {
    return this.database.transaction(async (manager) => {
      const limit = ORDERS_PER_BATCH;
      const orders = await this.index.ordersAfter(manager, accountId, after, 'recent', limit);
      await this.add(manager, orders, keyId);
      return lastOf(orders);
    });
  }

  private async advance(
    manager: EntityManager,
    accountId: number,
    { keyId, recent, settled, ...state }: SearchProgress,
  ): Promise<void> {
    const read = async (after: Position, reach: 'recent' | 'settled') => {
      const limit = ORDERS_PER_BATCH;
      const orders = await this.index.ordersAfter(manager, accountId, after, reach, limit);
      const unreadable = await this.add(manager, orders, keyId);
      await this.index.postpone(manager, unreadable);
      return lastOf(orders);
    };
    const recentTo = await read(recent, 'recent');
    if (recentTo) await this.index.moveRecent(manager, accountId, recentTo);
    const settledTo = await read(settled, 'settled');
    if (settledTo) return this.index.moveSettled(manager, accountId, settledTo);
    if (!state.isComplete) await this.index.noteComplete(manager, accountId);
    if (!state.hasOthers || !state.isKeyComplete) return;
    const limit = DELETED_PER_BATCH;
    const deleted = await this.index.deleteOthers(manager, accountId, keyId, limit);
    if (deleted < limit) await this.index.noteOthersDeleted(manager, accountId);
  }

  /** @returns the orders whose codes cannot be read; their fields are in the index. */
  private async add(
    manager: EntityManager,
    orders: readonly IndexedOrder[],
    keyId: Buffer,
  ): Promise<IndexedOrder[]> {
    const unreadable: IndexedOrder[] = [];
    const rows = orders.flatMap((order): IndexRow[] => {
      const result = this.codes.tryDecrypt(order);
      if ('error' in result) unreadable.push(order);
      const readable = 'order' in result ? result.order : order;
      const { accountId, orderId, time } = order;
      return this.values.of(readable, keyId).map((value) => ({ accountId, value, time, orderId }));
    });
    await this.index.insert(manager, rows);
    return unreadable;
  }

  private hasKeyOf({ keyId }: ChangedOrder): boolean {
    return keyId !== null && this.values.keyIds.some((known) => known.equals(keyId));
  }

  private isIndexable(order: ChangedOrder): boolean {
    return this.hasKeyOf(order) && 'order' in this.codes.tryDecrypt(order);
  }
}

function lastOf(orders: readonly IndexedOrder[]): Position | undefined {
  const last = orders.at(-1);
  return last && { time: last.time, id: last.orderId };
}
