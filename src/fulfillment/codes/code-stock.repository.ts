import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { CodeStock } from './stock-code.entity.js';

/** A code as it is stored. */
interface EncryptedCode {
  readonly hash: Buffer;
  readonly encrypted: Buffer;
}

/** How many codes of a stock can be sold. */
export interface FreeCodes {
  readonly stock: string;
  readonly free: number;
  /** The operator is warned if fewer codes than this are free. */
  readonly lowStock: number;
}

export interface StockLevel extends FreeCodes {
  /** Unsold codes that are held back after a restore. */
  readonly held: number;
  readonly delivered: number;
}

/** An arbitrary advisory lock number; every instance must use the same one. */
const STOCK_LOCK = 7_236_142;

/** Codes in stock. */
@Injectable()
export class CodeStockRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes `count` free codes for an order, the oldest first, or none. Codes that an open transaction has locked are
   * skipped; they are free again if that transaction is rolled back.
   */
  async take(
    manager: EntityManager,
    stock: string,
    count: number,
    { accountId, orderId }: OrderRef,
  ): Promise<Buffer[]> {
    const earlier = await this.takenBy(manager, { accountId, orderId });
    if (earlier.length > 0) return earlier;
    await manager.query(TAKE, [stock, count, accountId, orderId]);
    return this.takenBy(manager, { accountId, orderId });
  }

  /**
   * Counts the codes that `take` would give now, without taking or locking any.
   * @param marks of the keys that there are. @returns isReadable false if one of these codes needs another key
   */
  async countFree(
    manager: EntityManager,
    stock: string,
    limit: number,
    marks: readonly Buffer[],
  ): Promise<{ readonly count: number; readonly isReadable: boolean }> {
    const rows = await manager.query<[{ count: number; isReadable: boolean }]>(COUNT_FREE, [
      stock,
      limit,
      marks,
    ]);
    return rows[0];
  }

  /** Imports and key rotations exclude each other until the transaction of the caller ends. */
  async lockAllStocks(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [STOCK_LOCK]);
  }

  async addStock(manager: EntityManager, name: string): Promise<void> {
    await manager.query('INSERT INTO code_stocks (name) VALUES ($1) ON CONFLICT DO NOTHING', [
      name,
    ]);
  }

  /** True if a stored code begins with none of these key marks, so it was encrypted with another key. */
  async hasForeign(manager: EntityManager, marks: readonly Buffer[]): Promise<boolean> {
    const rows = await manager.query<unknown[]>(FOREIGN, [marks]);
    return rows.length > 0;
  }

  /** The hashes among these that are stored, of free and of sold codes, as hexadecimal text. */
  async known(manager: EntityManager, hashes: readonly Buffer[]): Promise<Set<string>> {
    const rows = await manager.query<{ hash: string }[]>(KNOWN, [hashes]);
    return new Set(rows.map(({ hash }) => hash));
  }

  async insert(
    manager: EntityManager,
    stock: string,
    codes: readonly EncryptedCode[],
    isSold: boolean,
  ): Promise<void> {
    const hashes = codes.map(({ hash }) => hash);
    const encrypted = codes.map((code) => code.encrypted);
    await manager.query(INSERT, [stock, hashes, encrypted, isSold]);
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

  levels(): Promise<StockLevel[]> {
    return this.database.manager.query<StockLevel[]>(LEVELS);
  }

  /** @returns false if there is no such stock. */
  async setLowStock(name: string, lowStock: number): Promise<boolean> {
    const { affected } = await this.database.manager.update(CodeStock, { name }, { lowStock });
    return affected === 1;
  }

  stockExists(name: string): Promise<boolean> {
    return this.database.manager.existsBy(CodeStock, { name });
  }

  private async takenBy(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
  ): Promise<Buffer[]> {
    const rows = await manager.query<{ encrypted: Buffer }[]>(TAKEN, [accountId, orderId]);
    return rows.map(({ encrypted }) => encrypted);
  }
}

/** An index leads to codes without an order. */
export const UNSOLD = 'order_id IS NULL AND delivered_at IS NULL';
/** The last id of the stock $1 that is held back. */
export const HELD_THROUGH = '(SELECT held_through FROM code_stocks WHERE name = $1)';

/** What an encrypted code begins with: the mark of its key. */
const KEY_MARK = 'substring(sealed_code from 1 for 5)';

const FREE_OF_STOCK = `stock = $1 AND ${UNSOLD} AND id > ${HELD_THROUGH}`;

/** All or nothing: if fewer than $2 codes are free, the last condition is false for every row. */
const TAKE = `
  WITH free AS (
    SELECT id FROM stock_codes WHERE ${FREE_OF_STOCK}
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE stock_codes code SET account_id = $3, order_id = $4, delivered_at = now()
  FROM free WHERE code.id = free.id AND (SELECT count(*) FROM free) = $2`;

const COUNT_FREE = `
  SELECT count(*)::integer AS count,
         coalesce(bool_and(${KEY_MARK} = ANY ($3::bytea[])), true) AS "isReadable"
  FROM (SELECT sealed_code FROM stock_codes WHERE ${FREE_OF_STOCK} ORDER BY id LIMIT $2) free`;

const TAKEN = `
  SELECT sealed_code AS encrypted FROM stock_codes
  WHERE account_id = $1 AND order_id = $2 ORDER BY id`;

const KNOWN = `
  SELECT encode(code_hash, 'hex') AS hash FROM stock_codes WHERE code_hash = ANY ($1::bytea[])`;

const FOREIGN = `
  SELECT 1 FROM stock_codes WHERE ${KEY_MARK} <> ALL ($1::bytea[]) LIMIT 1`;

const INSERT = `
  INSERT INTO stock_codes (stock, code_hash, sealed_code, delivered_at)
  SELECT $1, hash, sealed, CASE WHEN $4 THEN now() END FROM unnest($2::bytea[], $3::bytea[]) AS fresh (hash, sealed)`;

const REMOVE_FREE = `
  WITH free AS (
    SELECT id FROM stock_codes WHERE ${FREE_OF_STOCK}
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM stock_codes code USING free WHERE code.id = free.id
    RETURNING code.id, sealed_code AS encrypted
  )
  SELECT encrypted FROM removed ORDER BY id`;

const FREE = `
  SELECT name AS stock, low_stock AS "lowStock", (
    SELECT count(*) FROM stock_codes
    WHERE stock = name AND ${UNSOLD} AND id > held_through)::integer AS free
  FROM code_stocks ORDER BY name`;

const LEVELS = `
  SELECT name AS stock, low_stock AS "lowStock",
         (count(code.id) FILTER (WHERE ${UNSOLD} AND code.id > held_through))::integer AS free,
         (count(code.id) FILTER (WHERE ${UNSOLD} AND code.id <= held_through))::integer AS held,
         count(delivered_at)::integer AS delivered
  FROM code_stocks LEFT JOIN stock_codes code ON code.stock = name
  GROUP BY name ORDER BY name`;
