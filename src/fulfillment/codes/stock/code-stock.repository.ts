import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TemporarilyUnavailableError } from '../../../common/app-error.js';
import { Database } from '../../../database/database.js';
import { isLockTimeout } from '../../../database/database-errors.js';
import type { OrderRef } from '../../../orders/order.entity.js';
import {
  ADD_STOCK,
  COUNT_FREE,
  FOREIGN,
  FREE,
  INSERT,
  KNOWN,
  LAST_ID,
  LEVEL,
  LEVELS,
  LOCK_ALL_STOCKS,
  LOCK_DELIVERED,
  REMOVE_DELIVERED,
  REMOVE_FREE,
  SELLABLE,
  TAKE,
  TAKE_GIVEN_BACK,
  TAKEN,
} from './code-stock.sql.js';
import { CodeStock } from './stock-code.entity.js';

const LOCK_TRIES = 10;
/** In which others that wait for the table get their turn. */
const LOCK_PAUSE_MS = 500;

/** A code as it is stored. */
interface EncryptedCode {
  readonly hash: Buffer;
  readonly encrypted: Buffer;
}

/** A code that an order has got. */
export interface TakenCode extends Pick<EncryptedCode, 'encrypted'> {
  /** In which it was taken. */
  readonly lineage: string;
}

type TakenRow = (TakenCode & { isCleared: null }) | { isCleared: boolean };

/** How codes are inserted. */
export interface InsertOptions {
  /** True for codes that are known to be sold, so that no later import adds them. */
  readonly isSold: boolean;
  /** USD that each was bought for; null if it is unknown. */
  readonly cost: string | null;
}

/** What `take` would find. */
interface FreeCount {
  readonly count: number;
  /** False if one of these codes needs another key. */
  readonly isReadable: boolean;
  /** False if no code of the stock is sold in the present lineage of the database. */
  readonly isCleared: boolean;
}

/** How many codes of a stock can be sold. */
export interface FreeCodes {
  readonly stock: string;
  readonly free: number;
  /** The operator is warned if fewer codes than this are free. */
  readonly lowStock: number;
}

export interface StockLevel extends FreeCodes {
  /** Unsold codes that are held back after a restore or a failover. */
  readonly held: number;
  readonly delivered: number;
}

/** The unsold codes of a stock. */
export type Sellable = Pick<StockLevel, 'stock' | 'free' | 'held'>;

/** Codes in stock. */
@Injectable()
export class CodeStockRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes `count` free codes for an order, the oldest first, or none. Codes that an open transaction has locked are
   * skipped; if the others are too few, it waits for them, since they are free again where that one is rolled back.
   * @throws TemporarilyUnavailableError (111) if they are locked for long
   * @returns none taken: whether the stock was cleared for the present lineage, so that a later try finds no more.
   */
  async take(
    manager: EntityManager,
    stock: string,
    count: number,
    { accountId, orderId }: OrderRef,
  ): Promise<{ readonly codes: TakenCode[]; readonly isCleared: boolean }> {
    const earlier = await manager.query<TakenCode[]>(TAKEN, [accountId, orderId]);
    if (earlier.length > 0) return { codes: earlier, isCleared: true };
    const parameters = [stock, count, accountId, orderId];
    let rows = await allOrNone(manager, count, () => manager.query<TakenRow[]>(TAKE, parameters));
    if (!rows.some(isTaken)) {
      rows = await allOrNone(manager, count, () => takeGivenBack(manager, parameters));
    }
    return {
      codes: rows.filter(isTaken),
      isCleared: rows.every(({ isCleared }) => isCleared ?? true),
    };
  }

  /**
   * Counts the codes that `take` would give now, without taking or locking any.
   * @param marks of the keys that there are.
   */
  async countFree(
    manager: EntityManager,
    stock: string,
    limit: number,
    marks: readonly Buffer[],
  ): Promise<FreeCount> {
    const rows = await manager.query<[FreeCount]>(COUNT_FREE, [stock, limit, marks]);
    return rows[0];
  }

  /** Imports, key rotations and clearance exclude each other until the transaction of the caller ends. */
  async lockAllStocks(manager: EntityManager): Promise<void> {
    await manager.query(LOCK_ALL_STOCKS);
  }

  async addStock(manager: EntityManager, name: string): Promise<void> {
    await manager.query(ADD_STOCK, [name]);
  }

  /** True if a stored code begins with none of these key marks, so it was encrypted with another key. */
  async hasForeign(manager: EntityManager, marks: readonly Buffer[]): Promise<boolean> {
    const rows = await manager.query<unknown[]>(FOREIGN, [marks]);
    return rows.length > 0;
  }

  /** The hashes among these that are stored, of free, sold and otherwise delivered codes, as hexadecimal text. */
  async known(manager: EntityManager, hashes: readonly Buffer[]): Promise<Set<string>> {
    const rows = await manager.query<{ hash: string }[]>(KNOWN, [hashes]);
    return new Set(rows.map(({ hash }) => hash));
  }

  async insert(
    manager: EntityManager,
    stock: string,
    codes: readonly EncryptedCode[],
    { isSold, cost }: InsertOptions,
  ): Promise<void> {
    const hashes = codes.map(({ hash }) => hash);
    const encrypted = codes.map((code) => code.encrypted);
    await manager.query(INSERT, [stock, hashes, encrypted, isSold, cost]);
  }

  /** The id of the newest code. */
  async lastId(manager: EntityManager): Promise<string> {
    const rows = await manager.query<[{ id: string }]>(LAST_ID);
    return rows[0].id;
  }

  /**
   * Deletes the codes that were added behind an id and delivered from elsewhere meanwhile. Until the transaction of the caller
   * ends, others that deliver codes wait. @returns their number
   * @throws the error of the last try while a VACUUM, say, keeps the table
   */
  async removeDelivered(manager: EntityManager, afterId: string): Promise<number> {
    for (let tries = 1; ; tries++) {
      try {
        await manager.transaction((within) => within.query(LOCK_DELIVERED));
        break;
      } catch (error) {
        if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error;
        await wait(LOCK_PAUSE_MS);
      }
    }
    const [, count] = await manager.query<[unknown, number]>(REMOVE_DELIVERED, [afterId]);
    return count;
  }

  /**
   * Deletes free codes, the oldest first. Codes that an open transaction has locked are skipped.
   * @returns the deleted codes, at most `limit`; none if no free code is left.
   */
  async removeFree(manager: EntityManager, stock: string, limit: number): Promise<Buffer[]> {
    const rows = await manager.query<{ encrypted: Buffer }[]>(REMOVE_FREE, [stock, limit]);
    return rows.map(({ encrypted }) => encrypted);
  }

  /** Every stock. The cost does not grow with the number of delivered codes. */
  freeCodes(): Promise<FreeCodes[]> {
    return this.database.manager.query<FreeCodes[]>(FREE);
  }

  /** Of the stocks of these names. Each count ends at `most`, so that the cost does not grow with the stocks. */
  sellable(names: readonly string[], most: number): Promise<Sellable[]> {
    return this.database.manager.query<Sellable[]>(SELLABLE, [names, most]);
  }

  /** At most `limit` names of stocks, in their order. */
  async names(limit: number): Promise<string[]> {
    const stocks = await this.database.manager.find(CodeStock, {
      select: { name: true },
      order: { name: 'ASC' },
      take: limit,
    });
    return stocks.map(({ name }) => name);
  }

  levels(): Promise<StockLevel[]> {
    return this.database.manager.query<StockLevel[]>(LEVELS);
  }

  /** Undefined if there is no such stock. The codes of other stocks are not counted. */
  async level(name: string, manager = this.database.manager): Promise<StockLevel | undefined> {
    const rows = await manager.query<StockLevel[]>(LEVEL, [name]);
    return rows[0];
  }

  /** @returns false if there is no such stock. */
  async setLowStock(manager: EntityManager, name: string, lowStock: number): Promise<boolean> {
    const { affected } = await manager.update(CodeStock, { name }, { lowStock });
    return affected === 1;
  }

  stockExists(name: string): Promise<boolean> {
    return this.database.manager.existsBy(CodeStock, { name });
  }
}

/**
 * Unlocks the codes that a statement has locked in vain, since there were too few: two orders that had each locked a part of the last
 * codes would wait for each other.
 */
async function allOrNone(
  manager: EntityManager,
  count: number,
  take: () => Promise<TakenRow[]>,
): Promise<TakenRow[]> {
  // A single code is taken, or there was none to lock.
  if (count === 1) return take();
  await manager.query('SAVEPOINT before_codes');
  const rows = await take();
  if (!rows.some(isTaken)) await manager.query('ROLLBACK TO SAVEPOINT before_codes');
  return rows;
}

async function takeGivenBack(
  manager: EntityManager,
  parameters: readonly unknown[],
): Promise<TakenRow[]> {
  try {
    return await manager.query<TakenRow[]>(TAKE_GIVEN_BACK, [...parameters]);
  } catch (error) {
    // A lock time-out would tell of the account that its row is locked.
    throw isLockTimeout(error) ? new TemporarilyUnavailableError(error) : error;
  }
}

function isTaken(row: TakenRow): row is Extract<TakenRow, TakenCode> {
  return row.isCleared === null;
}
