import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderRef } from '../../../orders/order.entity.js';
import type { TakenCode } from './code-stock.repository.js';
import { ASSIGN, RESERVE } from './code-stock.sql.js';

/** A free code that the transaction has locked. */
export interface LockedCode extends TakenCode {
  readonly id: string;
}

/** The codes of a stock that were locked, the oldest first. */
export interface LockedCodes {
  readonly codes: readonly LockedCode[];
  /** False if no code of the stock is sold in the present lineage of the database. */
  readonly isCleared: boolean;
}

type LockedRow = { readonly stock: string; readonly isCleared: boolean } & (
  LockedCode | { readonly id: null }
);

/** Free codes that are locked before it is known which orders get them. */
@Injectable()
export class ReservedCodesRepository {
  /**
   * Locks up to so many free codes of each stock, the oldest first. Codes that another open transaction has locked are skipped.
   * @returns nothing for a stock that there is not
   */
  async lock(
    manager: EntityManager,
    counts: ReadonlyMap<string, number>,
  ): Promise<Map<string, LockedCodes>> {
    const given = [[...counts.keys()], [...counts.values()]];
    const rows = await manager.query<LockedRow[]>(RESERVE, given);
    const byStock = Map.groupBy(rows, ({ stock }) => stock);
    return new Map(
      [...byStock].map(([stock, ofStock]) => [
        stock,
        {
          codes: ofStock.filter((row) => row.id !== null),
          isCleared: ofStock.every(({ isCleared }) => isCleared),
        },
      ]),
    );
  }

  /** Gives codes that are locked to orders. */
  async assign(
    manager: EntityManager,
    given: readonly { readonly order: OrderRef; readonly id: string }[],
  ): Promise<void> {
    await manager.query(ASSIGN, [
      given.map(({ id }) => id),
      given.map(({ order }) => order.accountId),
      given.map(({ order }) => order.orderId),
    ]);
  }
}
