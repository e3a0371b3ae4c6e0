import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { CodeStock } from './stock-code.entity.js';

/** A code as it is stored. */
export interface SealedCode {
  readonly hash: Buffer;
  readonly sealed: Buffer;
}

/** How much of a stock is left. */
export interface FreeCodes {
  readonly stock: string;
  readonly free: number;
  /** Fewer free codes than this are worth a warning. */
  readonly lowStock: number;
}

export interface StockLevel extends FreeCodes {
  readonly delivered: number;
}

/** The order that codes are taken for. */
export interface TakenFor {
  readonly accountId: number;
  readonly orderId: string;
}

/** Any number, as long as every instance of Souk uses the same one. */
const STOCK_LOCK = 7_236_142;

/** Codes in stock. */
@Injectable()
export class CodeStockRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes `count` free codes for an order, oldest first, or none at all. Codes that another transaction is about to
   * take are passed over; they are free again when that one fails.
   */
  async take(
    manager: EntityManager,
    stock: string,
    count: number,
    { accountId, orderId }: TakenFor,
  ): Promise<Buffer[]> {
    const earlier = await this.takenBy(manager, { accountId, orderId });
    if (earlier.length > 0) return earlier;
    await manager.query(TAKE, [stock, count, accountId, orderId]);
    return this.takenBy(manager, { accountId, orderId });
  }

  /** Keeps imports and key rotations apart until the caller's transaction ends. */
  async lockStock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [STOCK_LOCK]);
  }

  async addStock(manager: EntityManager, name: string): Promise<void> {
    await manager.query('INSERT INTO code_stocks (name) VALUES ($1) ON CONFLICT DO NOTHING', [
      name,
    ]);
  }

  /** True when a code in stock begins with none of the marks, so that its key is not among theirs. */
  async hasForeign(manager: EntityManager, marks: readonly Buffer[]): Promise<boolean> {
    const rows = await manager.query<unknown[]>(FOREIGN, [marks]);
    return rows.length > 0;
  }

  /** Those of the hashes that are in stock or were sold, as hexadecimal text. */
  async known(manager: EntityManager, hashes: readonly Buffer[]): Promise<Set<string>> {
    const rows = await manager.query<{ hash: string }[]>(KNOWN, [hashes]);
    return new Set(rows.map(({ hash }) => hash));
  }

  async insert(manager: EntityManager, stock: string, codes: readonly SealedCode[]): Promise<void> {
    const hashes = codes.map(({ hash }) => hash);
    const sealed = codes.map((code) => code.sealed);
    await manager.query(INSERT, [stock, hashes, sealed]);
  }

  /**
   * Takes free codes out of stock for good, oldest first; those that an order is about to take are left to it.
   * @returns at most `limit` of them, and none when there are no more.
   */
  async removeFree(manager: EntityManager, stock: string, limit: number): Promise<Buffer[]> {
    const rows = await manager.query<{ sealed: Buffer }[]>(REMOVE_FREE, [stock, limit]);
    return rows.map(({ sealed }) => sealed);
  }

  /** Every stock; quick, however many codes were delivered. */
  freeCodes(): Promise<FreeCodes[]> {
    return this.database.manager.query<FreeCodes[]>(FREE);
  }

  levels(): Promise<StockLevel[]> {
    return this.database.manager.query<StockLevel[]>(LEVELS);
  }

  /** @returns false when there is no such stock. */
  async setLowStock(name: string, lowStock: number): Promise<boolean> {
    const { affected } = await this.database.manager.update(CodeStock, { name }, { lowStock });
    return affected === 1;
  }

  stockExists(name: string): Promise<boolean> {
    return this.database.manager.existsBy(CodeStock, { name });
  }

  private async takenBy(
    manager: EntityManager,
    { accountId, orderId }: TakenFor,
  ): Promise<Buffer[]> {
    const rows = await manager.query<{ sealed: Buffer }[]>(TAKEN, [accountId, orderId]);
    return rows.map(({ sealed }) => sealed);
  }
}

/** All or nothing: with too few free codes the condition on their number takes none. */
const TAKE = `
  WITH free AS (
    SELECT id FROM stock_codes WHERE stock = $1 AND order_id IS NULL
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE stock_codes code SET account_id = $3, order_id = $4, delivered_at = now()
  FROM free WHERE code.id = free.id AND (SELECT count(*) FROM free) = $2`;

const TAKEN = `
  SELECT sealed_code AS sealed FROM stock_codes
  WHERE account_id = $1 AND order_id = $2 ORDER BY id`;

const KNOWN = `
  SELECT encode(code_hash, 'hex') AS hash FROM stock_codes WHERE code_hash = ANY ($1::bytea[])`;

const FOREIGN = `
  SELECT 1 FROM stock_codes WHERE substring(sealed_code from 1 for 5) <> ALL ($1::bytea[]) LIMIT 1`;

const INSERT = `
  INSERT INTO stock_codes (stock, code_hash, sealed_code)
  SELECT $1, hash, sealed FROM unnest($2::bytea[], $3::bytea[]) AS fresh (hash, sealed)`;

const REMOVE_FREE = `
  WITH free AS (
    SELECT id FROM stock_codes WHERE stock = $1 AND order_id IS NULL
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM stock_codes code USING free WHERE code.id = free.id
    RETURNING code.id, sealed_code AS sealed
  )
  SELECT sealed FROM removed ORDER BY id`;

const FREE = `
  SELECT name AS stock, low_stock AS "lowStock", (
    SELECT count(*) FROM stock_codes WHERE stock = name AND order_id IS NULL)::integer AS free
  FROM code_stocks ORDER BY name`;

const LEVELS = `
  SELECT name AS stock, low_stock AS "lowStock",
         (count(code.id) FILTER (WHERE order_id IS NULL))::integer AS free,
         count(order_id)::integer AS delivered
  FROM code_stocks LEFT JOIN stock_codes code ON code.stock = name
  GROUP BY name ORDER BY name`;
