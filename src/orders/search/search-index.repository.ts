import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Position } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import type { Order, OrderRef } from '../order.entity.js';
import * as SQL from './search-index.sql.js';

/** How far the orders of an account are in the index. */
export interface SearchProgress {
  readonly keyId: Buffer;
  /** True when the key may be exchanged: it has been the present one for some minutes. */
  readonly isKeySettled: boolean;
  /** How often in a row a step of the account has failed. */
  readonly failures: number;
  readonly hasOthers: boolean;
  /** True once all orders of the account were read under the key. */
  readonly isComplete: boolean;
  /** True when all orders from before the exchange of the key have been read since. */
  readonly isKeyComplete: boolean;
  readonly recent: Position;
  readonly settled: Position;
}

/** An order that is to be indexed. */
export type IndexedOrder = Pick<
  Order,
  'accountId' | 'orderId' | 'fields' | 'deliveredCodes' | 'encryptedCodes'
> & {
  /** As in `Position`. */
  readonly time: string;
};

/** An order that has got codes, or of which a part is indexed. */
export type ChangedOrder = IndexedOrder & {
  /** How many of its texts are in the index already. */
  readonly textsDone: number;
  /** The key of the values of its account; null before the account has any. */
  readonly keyId: Buffer | null;
};

/** A value of an order in the index. */
export interface IndexRow {
  readonly accountId: number;
  readonly value: Buffer;
  readonly time: string;
  readonly orderId: string;
}

/** Whether orders of the last minutes are read, too: one may still be committed with an earlier time. */
type Reach = 'recent' | 'settled';

const ROWS_PER_INSERT = 1_000;

/** Reads the orders that are not in the index yet, and writes the index; all in the caller's transaction. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly database: Database) {}

  /** Accounts with something to do: those with new orders first, then those that have waited for the longest time. */
  async candidates(keyId: Buffer, keyIds: readonly Buffer[], limit: number): Promise<number[]> {
    const values = [keyId, keyIds, limit];
    const rows = await this.database.manager.query<{ id: number }[]>(SQL.CANDIDATES, values);
    return rows.map(({ id }) => id);
  }

  /** Every account with an order. */
  async accounts(): Promise<number[]> {
    const rows = await this.database.manager.query<{ id: number }[]>(SQL.ACCOUNTS);
    return rows.map(({ id }) => id);
  }

  /** Creates the progress of each account that has none. */
  async begin(manager: EntityManager, accounts: readonly number[], keyId: Buffer): Promise<void> {
    await manager.query(SQL.BEGIN, [accounts, keyId]);
  }

  /** Locks the progress of an account. Undefined if there is none, or if another server works on it. */
  async lock(manager: EntityManager, accountId: number): Promise<SearchProgress | undefined> {
    const [row] = await manager.query<ProgressRow[]>(SQL.LOCKED, [accountId]);
    return (
      row && {
        ...row,
        recent: { time: row.recentTime, id: row.recentId },
        settled: { time: row.settledTime, id: row.settledId },
      }
    );
  }

  /** The same for one who waits for the others. */
  async waitFor(manager: EntityManager, accountId: number): Promise<void> {
    await manager.query(SQL.LOCK_PROGRESS, [accountId]);
  }

  /** From now on values are made under this key, and those of all orders are made again. */
  async changeKey(manager: EntityManager, accountId: number, keyId: Buffer): Promise<void> {
    await manager.query(SQL.CHANGE_KEY, [accountId, keyId]);
  }

  /** The next orders of an account, oldest first: at most so many, and fewer where they have many codes. */
  ordersAfter(
    manager: EntityManager,
    accountId: number,
    after: Position,
    reach: Reach,
    limit: number,
  ): Promise<IndexedOrder[]> {
    const values = [accountId, after.time, after.id, reach === 'recent', limit];
    return manager.query<IndexedOrder[]>(SQL.ORDERS_AFTER, values);
  }

  /** Orders that have got codes since they were placed; they are locked, and left to whoever has locked them. */
  changed(manager: EntityManager, limit: number): Promise<ChangedOrder[]> {
    return manager.query<ChangedOrder[]>(SQL.CHANGED, [limit]);
  }

  /** Removes changes that are in the index. */
  async settle(manager: EntityManager, orders: readonly IndexedOrder[]): Promise<void> {
    if (orders.length > 0) await manager.query(SQL.SETTLE, columnsOf(orders));
  }

  /** Orders whose codes cannot be read now are tried again in an hour. */
  async postpone(manager: EntityManager, orders: readonly IndexedOrder[]): Promise<void> {
    if (orders.length > 0) await manager.query(SQL.POSTPONE, columnsOf(orders));
  }

  /** Leaves the rest of an order, behind so many of its texts, to the changes. */
  async leaveRest(manager: EntityManager, order: OrderRef, textsDone: number): Promise<void> {
    await manager.query(SQL.LEAVE_REST, [order.accountId, order.orderId, textsDone]);
  }

  /** Notes how many texts of a change are in the index now. */
  async goOn(manager: EntityManager, order: ChangedOrder, textsDone: number): Promise<void> {
    const { accountId, orderId, textsDone: before } = order;
    await manager.query(SQL.GO_ON, [accountId, orderId, before, textsDone]);
  }

  /** Sets orders aside that could not be indexed several times. */
  async setAside(manager: EntityManager, orders: readonly IndexedOrder[]): Promise<void> {
    if (orders.length > 0) await manager.query(SQL.SET_ASIDE, columnsOf(orders));
  }

  async noteFailedChange({ accountId, orderId }: OrderRef): Promise<void> {
    await this.database.manager.query(SQL.NOTE_FAILED_CHANGE, [accountId, orderId]);
  }

  async noteFailedStep(accountId: number, keyId: Buffer): Promise<void> {
    await this.database.manager.query(SQL.NOTE_FAILED_STEP, [accountId, keyId]);
  }

  /**
   * Adds values; those that are in the index are left out. They are added in one order always, so that two transactions
   * which add the same values cannot deadlock.
   */
  async insert(manager: EntityManager, rows: readonly IndexRow[]): Promise<void> {
    const sorted = rows.toSorted(
      (one, other) =>
        one.accountId - other.accountId ||
        Buffer.compare(one.value, other.value) ||
        Number(one.orderId > other.orderId) - Number(one.orderId < other.orderId),
    );
    for (let start = 0; start < sorted.length; start += ROWS_PER_INSERT) {
      const part = sorted.slice(start, start + ROWS_PER_INSERT);
      await manager.query(SQL.INSERT, [
        part.map(({ accountId }) => accountId),
        part.map(({ value }) => value),
        part.map(({ time }) => time),
        part.map(({ orderId }) => orderId),
      ]);
    }
  }

  async moveRecent(manager: EntityManager, accountId: number, to: Position): Promise<void> {
    await manager.query(SQL.MOVE_RECENT, [accountId, to.time, to.id]);
  }

  async moveSettled(manager: EntityManager, accountId: number, to: Position): Promise<void> {
    await manager.query(SQL.MOVE_SETTLED, [accountId, to.time, to.id]);
  }

  /** Deletes values of other keys than this one. @returns their number, at most `limit` */
  async deleteOthers(
    manager: EntityManager,
    accountId: number,
    keyId: Buffer,
    limit: number,
  ): Promise<number> {
    const [, count] = await manager.query<[unknown, number]>(SQL.DELETE_OTHERS, [
      ...[accountId, keyId, limit],
    ]);
    return count;
  }

  async noteOthersDeleted(manager: EntityManager, accountId: number): Promise<void> {
    await manager.query(SQL.OTHERS_DELETED, [accountId]);
  }

  async noteComplete(manager: EntityManager, accountId: number): Promise<void> {
    await manager.query(SQL.COMPLETED, [accountId]);
  }

  async noteAllComplete(): Promise<void> {
    await this.database.manager.query(SQL.NOTE_ALL_COMPLETE);
  }

  /** True if all orders of the shop or account are in the index, but for those of the last seconds. */
  async isComplete(accountId?: number): Promise<boolean> {
    if (accountId === undefined && (await this.isKnownComplete())) return true;
    const values = [accountId ?? null];
    const [row] = await this.database.manager.query<[{ isComplete: boolean }]>(
      SQL.IS_COMPLETE,
      values,
    );
    return row.isComplete;
  }

  /** Whether it was noted that each account has a progress, and none is open now; a bounded number of rows tells. */
  private async isKnownComplete(): Promise<boolean> {
    const [row] = await this.database.manager.query<[{ isComplete: boolean }]>(
      SQL.IS_KNOWN_COMPLETE,
    );
    return row.isComplete;
  }
}

interface ProgressRow extends Omit<SearchProgress, 'recent' | 'settled'> {
  readonly recentTime: string;
  readonly recentId: string;
  readonly settledTime: string;
  readonly settledId: string;
}

function columnsOf(orders: readonly IndexedOrder[]): [number[], string[]] {
  return [orders.map(({ accountId }) => accountId), orders.map(({ orderId }) => orderId)];
}
