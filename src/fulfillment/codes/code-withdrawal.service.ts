import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { CodeStockRepository } from './stock/code-stock.repository.js';
import { StoredCodes } from './stock/stored-codes.js';
import { CodeStockService } from './code-stock.service.js';

const CODES_PER_BATCH = 1000;

/** Removes free codes from stock, for example after they were imported into the wrong stock. */
@Injectable()
export class CodeWithdrawalService {
  constructor(
    private readonly database: Database,
    private readonly stocks: CodeStockService,
    private readonly stock: CodeStockRepository,
    private readonly codes: StoredCodes,
  ) {}

  /**
   * Passes the free codes of a stock to `take`, batch by batch, and deletes them in one transaction. If anything fails,
   * all of them stay in stock. Sold codes are never deleted, so that none can be imported and sold again.
   * @param take stores the codes elsewhere, since they are deleted here when it has succeeded.
   * @returns the number of codes.
   * @throws OperatorError if there is no such stock, or a key is missing
   */
  withdraw(stock: string, take: (codes: readonly string[]) => Promise<void>): Promise<number> {
    return this.database.transaction(async (manager) => {
      await this.stocks.assertExists(stock);
      await this.stocks.lock(manager);
      let total = 0;
      for (;;) {
        const codes = await this.remove(manager, stock, CODES_PER_BATCH);
        if (codes.length === 0) return total;
        await take(codes);
        total += codes.length;
      }
    });
  }

  /**
   * Deletes the oldest free codes of a stock, in the caller's transaction.
   * @param count of codes, at most; fewer if fewer are free.
   * @throws an error if a key is missing
   */
  async take(manager: EntityManager, stock: string, count: number): Promise<string[]> {
    await this.stocks.lock(manager);
    return this.remove(manager, stock, count);
  }

  private async remove(manager: EntityManager, stock: string, count: number): Promise<string[]> {
    const encrypted = await this.stock.removeFree(manager, stock, count);
    return this.codes.textsOf(stock, encrypted);
  }
}
