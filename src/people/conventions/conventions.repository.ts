import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

/** The conventions of the shop. */
export interface ShopConventions {
  /** Null while the shop has chosen none. */
  readonly language: string | null;
  readonly timeZone: string;
  readonly weekStart: number;
  readonly moneyDecimals: number;
}

/** What an operator has chosen; null is as the shop has it. */
export interface ChosenConventions {
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly weekStart: number | null;
}

/** The conventions of the shop, one row, and those of operators. */
@Injectable()
export class ConventionsRepository {
  constructor(private readonly database: Database) {}

  async ofShop(manager = this.database.manager, lock = ''): Promise<ShopConventions> {
    const [found] = await manager.query<[ShopConventions]>(`${OF_SHOP} ${lock}`);
    return found;
  }

  /** The same, locked until the transaction of the caller ends. */
  lockedOfShop(manager: EntityManager): Promise<ShopConventions> {
    return this.ofShop(manager, LOCK);
  }

  async setOfShop(manager: EntityManager, conventions: ShopConventions): Promise<void> {
    const { language, timeZone, weekStart, moneyDecimals } = conventions;
    await manager.query(SET_OF_SHOP, [language, timeZone, weekStart, moneyDecimals]);
  }

  /** Locked until the transaction of the caller ends. */
  async lockedOfOperator(manager: EntityManager, id: number): Promise<ChosenConventions> {
    const [found] = await manager.query<[ChosenConventions]>(`${OF_OPERATOR} ${LOCK}`, [id]);
    return found;
  }

  async setOfOperator(manager: EntityManager, id: number, own: ChosenConventions): Promise<void> {
    await manager.query(SET_OF_OPERATOR, [id, own.language, own.timeZone, own.weekStart]);
  }
}

const LOCK = 'FOR NO KEY UPDATE';

const COLUMNS = 'language, time_zone AS "timeZone", week_start AS "weekStart"';

const OF_SHOP = `SELECT ${COLUMNS}, money_decimals AS "moneyDecimals" FROM shop_conventions`;

const SET_OF_SHOP = `
  UPDATE shop_conventions SET language = $1, time_zone = $2, week_start = $3, money_decimals = $4`;

const OF_OPERATOR = `SELECT ${COLUMNS} FROM operators WHERE id = $1`;

const SET_OF_OPERATOR = `
  UPDATE operators SET language = $2, time_zone = $3, week_start = $4 WHERE id = $1`;
