import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import * as SQL from './order-keys.sql.js';

/** Orders whose keys one transaction notes, for each of its two readings. */
const ORDERS_PER_BATCH = 1_000;

/** An idempotency key that an account has sent: it belongs to an order, or it is sealed and the order id is null. */
export interface KeyOfAccount {
  readonly accountId: number;
  readonly orderUuid: string;
  readonly orderId: string | null;
}

/**
 * Finds idempotency keys in all accounts, by hashes that are noted in the background. While the keys of former orders are
 * being noted, each account is asked.
 */
@Injectable()
export class OrderKeys {
  constructor(private readonly database: Database) {}

  /** A key in all accounts that have sent it. @param accountId only in this one */
  async find(orderUuid: string, accountId?: number): Promise<readonly KeyOfAccount[]> {
    if (accountId !== undefined) return this.read(SQL.KEYS_OF_ACCOUNT, [orderUuid, accountId]);
    const [{ isUsable }] = await this.read<[{ isUsable: boolean }]>(SQL.IS_USABLE);
    return this.read(isUsable ? SQL.KEYS_BY_INDEX : SQL.KEYS_OF_EACH_ACCOUNT, [orderUuid]);
  }

  /** The same, and where nothing is found each account is asked, so that it is certain that there is nothing. */
  async findOrBeCertain(orderUuid: string, accountId?: number): Promise<readonly KeyOfAccount[]> {
    const found = await this.find(orderUuid, accountId);
    if (found.length > 0 || accountId !== undefined) return found;
    return this.read(SQL.KEYS_OF_EACH_ACCOUNT, [orderUuid]);
  }

  /** Notes the keys of a batch of orders. @returns false if nothing is left, or another server is at work */
  async note(): Promise<boolean> {
    const [{ hasUnnoted }] = await this.read<[{ hasUnnoted: boolean }]>(SQL.HAS_UNNOTED);
    if (!hasUnnoted) return false;
    return this.database.transaction(async (manager) => {
      await manager.query(SQL.BEGIN);
      const locked = await manager.query<unknown[]>(SQL.LOCK);
      if (locked.length === 0) return false;
      const recent = await this.noteBatch(manager, 'recent');
      const settled = await this.noteBatch(manager, 'settled');
      if (settled === 0) await manager.query(SQL.COMPLETED);
      return recent + settled > 0;
    });
  }

  private async noteBatch(manager: EntityManager, reading: SQL.KeyReading): Promise<number> {
    const limit = [ORDERS_PER_BATCH];
    const [{ count }] = await manager.query<[{ count: number }]>(SQL.note(reading), limit);
    return count;
  }

  private read<Rows>(sql: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.database.manager.query<Rows>(sql, [...values]);
  }
}
