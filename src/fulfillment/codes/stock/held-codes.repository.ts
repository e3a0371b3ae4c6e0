import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StockLevel } from './code-stock.repository.js';
import { UNSOLD } from './code-stock.sql.js';

/** How many codes of a stock are held back. */
export type HeldCodes = Pick<StockLevel, 'stock' | 'held'>;

/** Codes that were free in an earlier state. They may have been sold after it, so they are not sold until released. */
@Injectable()
export class HeldCodesRepository {
  /**
   * Holds back all unsold codes. Codes that are inserted later can be sold at once.
   * @returns the stocks with held codes.
   */
  async holdAll(manager: EntityManager): Promise<HeldCodes[]> {
    const rows = await manager.query<HeldCodes[]>(HOLD);
    return rows.sort((left, right) => (left.stock < right.stock ? -1 : 1));
  }

  /** How many codes a restore holds back; those that a failover does are not waited for. */
  async countAwaited(manager: EntityManager, stock: string): Promise<number> {
    const [row] = await manager.query<[{ held: number }]>(AWAITED, [stock]);
    return row.held;
  }

  /** The number of held codes of a stock. */
  async count(manager: EntityManager, stock: string): Promise<number> {
    const [row] = await manager.query<[{ held: number }]>(HELD, [stock]);
    return row.held;
  }

  /**
   * Marks those unsold codes as sold that have one of the hashes, in any stock, held back or free.
   * @returns their hashes as hexadecimal text.
   */
  async markSold(manager: EntityManager, hashes: readonly Buffer[]): Promise<string[]> {
    const [rows] = await manager.query<[{ hash: string }[], number]>(MARK_SOLD, [hashes]);
    return rows.map(({ hash }) => hash);
  }

  /** The ids of the orders that have got a code with one of the hashes since the newest restore. */
  async ordersSinceRestore(manager: EntityManager, hashes: readonly Buffer[]): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(ORDERS_SINCE_RESTORE, [hashes]);
    return rows.map(({ id }) => id);
  }

  /** Ends the hold of a stock. */
  async release(manager: EntityManager, stock: string): Promise<void> {
    await manager.query(RELEASE, [stock]);
  }
}

/** Stocks without unsold codes are cleared, too. */
const HOLD = `
  WITH unsold AS (
    SELECT stock, max(id) AS last, count(*)::integer AS held FROM stock_codes
    WHERE ${UNSOLD} GROUP BY stock
  ), cleared AS (
    UPDATE code_stocks
    SET held_through = coalesce((SELECT last FROM unsold WHERE stock = name), 0),
        cleared_for = current_database_lineage(), lost_from = NULL, lost_until = NULL
  )
  SELECT stock, held FROM unsold`;

const HELD = `
  SELECT count(*)::integer AS held FROM stock_codes
  WHERE stock = $1 AND ${UNSOLD} AND id <= (SELECT held_through FROM code_stocks WHERE name = $1)`;

const AWAITED = `
  SELECT count(*)::integer AS held FROM stock_codes
  WHERE stock = $1 AND ${UNSOLD} AND id <= (
    SELECT held_through FROM code_stocks WHERE name = $1 AND lost_from IS NULL)`;

const MARK_SOLD = `
  UPDATE stock_codes SET delivered_at = now() WHERE ${UNSOLD} AND code_hash = ANY ($1::bytea[])
  RETURNING encode(code_hash, 'hex') AS hash`;

const ORDERS_SINCE_RESTORE = `
  SELECT DISTINCT order_id AS id FROM stock_codes
  WHERE order_id IS NOT NULL AND code_hash = ANY ($1::bytea[])
    AND delivered_at > (SELECT max(restored_at) FROM restores)
  ORDER BY order_id`;

/** Up to the first unsold code, so that TAKE does not read the codes before it, which were sold by lost orders. */
const RELEASE = `
  UPDATE code_stocks
  SET held_through = coalesce(unsold.first - 1, 0), lost_from = NULL, lost_until = NULL
  FROM (SELECT min(id) AS first FROM stock_codes WHERE stock = $1 AND ${UNSOLD}) unsold
  WHERE name = $1 AND (unsold.first <= held_through OR lost_from IS NOT NULL)`;
