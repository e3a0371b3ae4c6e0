import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import {
  CodeStockRepository,
  type Sellable,
  type StockLevel,
} from './stock/code-stock.repository.js';
import { HeldCodesRepository, type HeldCodes } from './stock/held-codes.repository.js';

/** Orders for more codes are refused. */
export const MAX_CODES = 1_000;

/** Lists stocks, sets their warning thresholds, and holds their codes back. */
@Injectable()
export class CodeStockService {
  constructor(
    private readonly stock: CodeStockRepository,
    private readonly held: HeldCodesRepository,
  ) {}

  levels(): Promise<StockLevel[]> {
    return this.stock.levels();
  }

  /**
   * One stock; undefined if there is none of this name.
   * @param within the transaction whose state is told; the committed one by default.
   */
  level(name: string, within?: EntityManager): Promise<StockLevel | undefined> {
    return this.stock.level(name, within);
  }

  /** The same for one that must be there. @throws MissingError */
  async get(name: string, within?: EntityManager): Promise<StockLevel> {
    const level = await this.level(name, within);
    if (level) return level;
    throw new MissingError(...sentence('stock.unknown', { name }));
  }

  /** How many codes of these stocks can be sold, counted up to MAX_CODES; those that there are not are left out. */
  free(names: readonly string[]): Promise<Sellable[]> {
    return this.stock.sellable(names, MAX_CODES);
  }

  /** At most `limit` names of stocks, in their order. */
  names(limit: number): Promise<string[]> {
    return this.stock.names(limit);
  }

  /** Imports wait until the transaction of the caller ends. */
  lock(manager: EntityManager): Promise<void> {
    return this.stock.lockAllStocks(manager);
  }

  /** The operator is warned when fewer codes than this are free. @throws OperatorError */
  async setLowStock(manager: EntityManager, name: string, lowStock: number): Promise<void> {
    if (!(await this.stock.setLowStock(manager, name, lowStock))) throw noSuchStock(name);
  }

  /** @throws OperatorError if there is no such stock */
  async assertExists(name: string): Promise<void> {
    if (!(await this.stock.stockExists(name))) throw noSuchStock(name);
  }

  /** Holds back all unsold codes, since they may have been sold after the state that was restored. */
  holdAll(manager: EntityManager): Promise<HeldCodes[]> {
    return this.held.holdAll(manager);
  }
}

function noSuchStock(name: string): OperatorError {
  return new OperatorError(...sentence('stock.unknown', { name }));
}
