import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { CodeStockRepository, type StockLevel } from './code-stock.repository.js';

/** The operator's view of the stock. */
@Injectable()
export class CodeStockService {
  constructor(private readonly stock: CodeStockRepository) {}

  levels(): Promise<StockLevel[]> {
    return this.stock.levels();
  }

  /** Keeps imports away until the caller's transaction ends. */
  lock(manager: EntityManager): Promise<void> {
    return this.stock.lockStock(manager);
  }

  /** Sets below how many free codes a stock is worth a warning. @throws OperatorError */
  async setLowStock(name: string, lowStock: number): Promise<void> {
    if (await this.stock.setLowStock(name, lowStock)) return;
    throw new OperatorError(`There is no stock ${JSON.stringify(name)}; see "souk codes list".`);
  }
}
