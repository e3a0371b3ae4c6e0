import type { CsvColumns, CsvValue } from '../common/csv.js';
import type {
  BalanceRow,
  SalesDimension,
  SalesRow,
  SalesSums,
  StockRow,
  UnneededSums,
} from './report-shapes.js';

/** A line of a report, by the names of its columns. */
type Row = Readonly<Record<string, CsvValue>>;

/** Amounts are plain, so that a spreadsheet reads negative ones as numbers. */
export type ReportColumns = CsvColumns;

const SUMS: ReportColumns = {
  orders: 'plain',
  waiting: 'plain',
  sales: 'plain',
  cost: 'plain',
  profit: 'plain',
  sales_without_cost: 'plain',
  unknown_cost: 'plain',
};

export const BALANCE_COLUMNS: ReportColumns = {
  account: 'plain',
  name: 'text',
  balance: 'plain',
  credit_limit: 'plain',
  spendable: 'plain',
};

export const STOCK_COLUMNS: ReportColumns = {
  stock: 'text',
  free: 'plain',
  held: 'plain',
  value: 'plain',
  unknown_cost: 'plain',
};

/** A day has no name. */
export function salesColumns(by: SalesDimension): ReportColumns {
  return by === 'day' ? { day: 'plain', ...SUMS } : { [by]: 'plain', name: 'text', ...SUMS };
}

export function salesRow(by: SalesDimension, { key, name, ...sums }: SalesRow): Row {
  return { [by]: key, ...(by !== 'day' && { name }), ...sumsRow(sums) };
}

export function totalRow(by: SalesDimension, total: SalesSums): Row {
  return { [by]: 'total', ...(by !== 'day' && { name: null }), ...sumsRow(total) };
}

export function unneededRow({ purchases, cost, unknownCost }: UnneededSums) {
  return { purchases, cost, unknown_cost: unknownCost };
}

function sumsRow({ orders, waiting, sales, costs }: SalesSums): Row {
  return {
    orders,
    waiting,
    sales,
    cost: costs?.cost,
    profit: costs?.profit,
    sales_without_cost: costs?.salesWithoutCost,
    unknown_cost: costs?.unknownCost,
  };
}

export function balanceRow({ accountId, creditLimit, ...row }: BalanceRow): Row {
  const { name, balance, spendable } = row;
  return { account: accountId, name, balance, credit_limit: creditLimit, spendable };
}

export function stockRow({ stock, free, held, costs }: StockRow): Row {
  return { stock, free, held, value: costs?.value, unknown_cost: costs?.unknownCost };
}
