import { Injectable } from '@nestjs/common';
import { numericText } from '../common/decimal.js';
import type {
  FirstSteps,
  ForgottenPurchaseRow,
  HaltedAccount,
  LostStock,
  LowStock,
  SupplierTrouble,
  SuspendedAccount,
  UnneededPurchaseRow,
  WaitingNow,
} from './attention-shapes.js';
import { AttentionRepository, MAX_COUNTED } from './attention.repository.js';
import { topOf, type TopRows } from './report-shapes.js';

/** What an operator should look at now. */
@Injectable()
export class Attention {
  constructor(private readonly repository: AttentionRepository) {}

  /** Of many, `count` is the most that are counted, and `more` is true. */
  async waiting(): Promise<WaitingNow & { readonly more: boolean }> {
    const waiting = await this.repository.waiting();
    const { count } = waiting;
    return { ...waiting, count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED };
  }

  /**
   * Suppliers that fail, and those at which our balance is below the warning.
   * @param withBalances false leaves the latter out, for a reader without the permission.
   */
  async suppliers(withBalances: boolean, limit: number): Promise<TopRows<SupplierTrouble>> {
    const found = await this.repository.suppliers(withBalances, limit + 1);
    const rows = found.slice(0, limit).map(({ lowBalance, ...supplier }) => ({
      ...supplier,
      lowBalance: lowBalance === null ? null : numericText(lowBalance),
    }));
    return { rows, more: found.length > limit };
  }

  /** Purchases of orders that were closed by hand. @param withCosts false leaves out what they cost. */
  async unneeded(withCosts: boolean, limit: number): Promise<TopRows<UnneededPurchaseRow>> {
    const found = await this.repository.unneeded(withCosts, limit + 1);
    const rows = found.slice(0, limit).map(({ cost, ...purchase }) => ({
      ...purchase,
      cost: cost === null ? null : numericText(cost),
    }));
    return { rows, more: found.length > limit };
  }

  /** Waiting orders that their suppliers have forgotten. */
  async forgotten(limit: number): Promise<TopRows<ForgottenPurchaseRow>> {
    return topOf(await this.repository.forgotten(limit + 1), limit);
  }

  async halted(limit: number): Promise<TopRows<HaltedAccount>> {
    return topOf(await this.repository.halted(limit + 1), limit);
  }

  async suspended(limit: number): Promise<TopRows<SuspendedAccount>> {
    return topOf(await this.repository.suspended(limit + 1), limit);
  }

  /** Stocks whose codes are held back after a failover. */
  async lostStocks(limit: number): Promise<TopRows<LostStock>> {
    return topOf(await this.repository.lostStocks(limit + 1), limit);
  }

  /** Stocks under their warning, and empty ones from which a product is delivered. */
  async lowStocks(limit: number): Promise<TopRows<LowStock>> {
    return topOf(await this.repository.lowStocks(limit + 1), limit);
  }

  firstSteps(): Promise<FirstSteps> {
    return this.repository.firstSteps();
  }
}
