import { Injectable } from '@nestjs/common';
import { numericText, plainText, toDecimal } from '../common/decimal.js';
import { UTC } from '../common/zoned-time.js';
import { HoldingsRepository } from './holdings.repository.js';
import { reportPeriod, type ReportPeriod } from './report-period.js';
import {
  topOf,
  type BalanceRow,
  type SalesDimension,
  type SalesReport,
  type SalesSums,
  type StockRow,
  type TopRows,
} from './report-shapes.js';
import { SalesRepository } from './sales.repository.js';
import type { PartialSums } from './summed-sales.js';

/** What every report is asked for. */
interface ReportOptions {
  /** Most rows. */
  readonly limit: number;
}

interface CostOptions extends ReportOptions {
  /** False leaves costs and profit out, for a reader without the permission. */
  readonly withCosts: boolean;
}

interface SalesOptions extends CostOptions, Partial<ReportPeriod> {
  readonly by: SalesDimension;
  /** Whose days are counted; those of UTC if left out. */
  readonly timeZone?: string | undefined;
  /** Only the sales of this account. */
  readonly accountId?: number;
  /** The first day of weeks, from 1 for Monday to 7 for Sunday; Monday if left out. */
  readonly weekStart?: number | undefined;
  /** A report that is not made within this time ends; without it, it takes as long as it takes. */
  readonly withinMs?: number;
}

/** How long a reader may wait for a report at a server. Requests of operators end after a minute. */
export const REPORT_TIMEOUT_MS = 45_000;

const MONDAY = 1;

/** Reports for the operator. Each one is read in one state of the database, and writes nothing. */
@Injectable()
export class Reports {
  constructor(
    private readonly salesSums: SalesRepository,
    private readonly holdings: HoldingsRepository,
  ) {}

  /**
   * What was sold in a period, by the times of the ledger entries, with cost and profit. An order counts with its state
   * and cost of today. @throws OperatorError for a wrong period, or one that takes too long
   */
  async sales({ by, limit, withCosts, ...options }: SalesOptions): Promise<SalesReport> {
    const { timeZone = UTC, weekStart = MONDAY, withinMs, accountId, ...chosen } = options;
    const period = reportPeriod(chosen, timeZone);
    const limits = { rows: limit + 1, withinMs };
    const asked = { by, timeZone, weekStart, accountId };
    const { total, rows: found, unneeded } = await this.salesSums.sums(asked, period, limits);
    const { rows, more } = topOf(found, limit);
    return {
      by,
      ...period,
      rows: rows.map(({ key, name, ...row }) => ({ key, name, ...sumsOf(row, withCosts) })),
      more,
      total: sumsOf(total, withCosts),
      ...(withCosts && { unneeded: { ...unneeded, cost: numericText(unneeded.cost) } }),
    };
  }

  /**
   * The accounts that can spend less than an amount, credit included; those with the least first.
   * @param below USD, as decimal text
   */
  async lowBalances(below: string, { limit }: ReportOptions): Promise<TopRows<BalanceRow>> {
    const { rows, more } = topOf(await this.holdings.lowBalances(below, limit + 1), limit);
    return {
      rows: rows.map(({ balance, creditLimit, spendable, ...account }) => ({
        ...account,
        balance: numericText(balance),
        creditLimit: numericText(creditLimit),
        spendable: numericText(spendable),
      })),
      more,
    };
  }

  /** The unsold codes of each stock, and what they were bought for. */
  async stock({ limit, withCosts }: CostOptions): Promise<TopRows<StockRow>> {
    const { rows, more } = topOf(await this.holdings.unsold(limit + 1), limit);
    return {
      rows: rows.map(({ value, unknownCost, ...stock }) => ({
        ...stock,
        ...(withCosts && { costs: { value: numericText(value), unknownCost } }),
      })),
      more,
    };
  }
}

function sumsOf(
  {
    orders,
    waiting,
    sales,
    cost,
    salesWithCost,
    unknownCost,
    knownCost,
    ...sums
  }: Omit<PartialSums, 'key'>,
  withCosts: boolean,
): SalesSums {
  const salesWithoutCost = numericText(sums.salesWithoutCost);
  const isUnknown = unknownCost > 0 || waiting > 0 || salesWithoutCost !== '0';
  const profit = plainText(toDecimal(salesWithCost).sub(toDecimal(cost)));
  const known =
    knownCost === 0 && isUnknown
      ? { cost: null, profit: null }
      : { cost: numericText(cost), profit };
  const costs = { ...known, salesWithoutCost, unknownCost };
  return { orders, waiting, sales: numericText(sales), ...(withCosts && { costs }) };
}
