/** What a period is divided into by time. */
export const TIME_SPANS = ['day', 'week', 'month'] as const;
export type TimeSpan = (typeof TIME_SPANS)[number];

/** What sales may be summed by. `category` is that of the product now, `supplier` where the delivered goods were bought. */
export const SALES_DIMENSIONS = [
  ...TIME_SPANS,
  ...(['product', 'category', 'account', 'supplier'] as const),
] as const;
export type SalesDimension = (typeof SALES_DIMENSIONS)[number];

export function isTimeSpan(by: string): by is TimeSpan {
  return TIME_SPANS.some((span) => span === by);
}

/** All amounts are USD, as the shortest decimal text. */
export interface SalesSums {
  /** Orders that were placed in the period, without test orders; rejected ones are included. */
  readonly orders: number;
  /** Those of them that wait. */
  readonly waiting: number;
  /** What ledgers were debited in the period, less what refunds and reversals gave back in it. */
  readonly sales: string;
  /** Missing for a reader who may not see costs. */
  readonly costs?: CostSums;
}

/** `sales` is `cost` plus `profit` plus `salesWithoutCost`. */
export interface CostSums {
  /** Of the orders whose cost is known; null if there are orders, but none of a known cost. */
  readonly cost: string | null;
  /** Sales of the orders whose cost is known, less that cost; null together with `cost`. */
  readonly profit: string | null;
  /** Sales of all other orders: of unknown cost, waiting, or rejected. They are in no profit. */
  readonly salesWithoutCost: string;
  /** Accepted orders whose cost is unknown. */
  readonly unknownCost: number;
}

/** Purchases that suppliers have delivered after their orders were closed by hand: cost without a sale. */
export interface UnneededSums {
  readonly purchases: number;
  /** USD that suppliers charged, where it is known. It is in no other cost, and in no profit. */
  readonly cost: string;
  /** Those of them whose charge is unknown. */
  readonly unknownCost: number;
}

export interface SalesRow extends SalesSums {
  /** A day such as `2026-01-31`, the first one of a week or month, or an id; null for sales without the dimension, such as without a supplier. */
  readonly key: string | null;
  /** Of the product, category, account or supplier; null for a time, or if it does not exist any more. */
  readonly name: string | null;
}

/** The first rows of a list, and whether it has others. */
export interface TopRows<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

/** @param found one row more than the limit, if there are so many */
export function topOf<Row>(found: readonly Row[], limit: number): TopRows<Row> {
  return { rows: found.slice(0, limit), more: found.length > limit };
}

export interface SalesReport extends TopRows<SalesRow> {
  readonly by: SalesDimension;
  readonly from: Date;
  readonly to: Date;
  /** Of all rows, those that are left out included. */
  readonly total: SalesSums;
  /** Settled in the period. Missing for a reader who may not see costs. */
  readonly unneeded?: UnneededSums;
}

/** What an account has. All amounts are USD, as the shortest decimal text. */
export interface BalanceRow {
  readonly accountId: number;
  readonly name: string;
  readonly balance: string;
  readonly creditLimit: string;
  /** Balance plus credit limit. */
  readonly spendable: string;
}

/** The unsold codes of a stock. */
export interface StockRow {
  readonly stock: string;
  /** Codes that can be sold. */
  readonly free: number;
  /** Unsold codes that are held back after a restore. */
  readonly held: number;
  /** Missing for a reader who may not see costs. */
  readonly costs?: StockCosts;
}

export interface StockCosts {
  /** USD that the unsold codes of a known cost were bought for. */
  readonly value: string;
  /** Unsold codes whose cost is unknown; they are not in the value. */
  readonly unknownCost: number;
}
