import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { CodeStockRepository, type StockLevel } from './code-stock.repository.js';

/** Lists stocks and sets their warning thresholds, for the operator. */
@Injectable()
export class CodeStockService {
  constructor(private readonly stock: CodeStockRepository) {}

  levels(): Promise<StockLevel[]> {
    return this.stock.levels();
  }

  /** Imports wait until the transaction of the caller ends. */
  lock(manager: EntityManager): Promise<void> {
    return this.stock.lockAllStocks(manager);
  }

  /** The operator is warned when fewer codes than this are free. @throws OperatorError */
  async setLowStock(name: string, lowStock: number): Promise<void> {
    if (await this.stock.setLowStock(name, lowStock)) return;
    throw new OperatorError(`There is no stock ${JSON.stringify(name)}; see "souk codes list".`);
  }
}
