import { negated, sumOf } from '../../common/money.js';
import {
  isTimeSpan,
  SALES_DIMENSIONS,
  type BalanceRow,
  type SalesDimension,
  type SalesReport,
  type SalesRow,
  type SalesSums,
  type StockRow,
  type TopRows,
  type UnneededSums,
} from '../../reports/report-shapes.js';
import { REPORT_TIMEOUT_MS, Reports } from '../../reports/reports.service.js';
import { flag, money, text, time, whole, word } from '../answers/answer-fields.js';
import { many, one, oneOrNull, shapeOf, type Shape, type ShownBy } from '../answers/shape.js';
import { IntegerParameter, MoneyField, TimeField, WordField } from '../fields/fields.js';
import { fileColumnsOf, fileRowOf } from '../lists/list.js';
import { FORMATS } from '../lists/page.js';
import { report } from '../reading.js';

/** Rows of a report, unless others are asked for. */
const USUAL_ROWS = 100;
/** Most rows of a report. */
const MAX_ROWS = 10_000;

const USD = { example: '12.5', description: 'USD.' } as const;
const USUAL_COUNT = { example: 0 } as const;
const COST = 'Null without the permission `costs.read`.';
const KNOWN_COST = {
  ...USD,
  description: `USD, of the orders whose cost is known; null if none is known, and without \`costs.read\`.`,
} as const;

/** The parameters of every report. */
export class ReportQuery {
  @IntegerParameter({
    min: 1,
    max: MAX_ROWS,
    description: `Most rows; ${USUAL_ROWS} if absent, ${MAX_ROWS} as CSV.`,
  })
  limit?: string;

  @WordField(FORMATS, { optional: true, description: 'csv answers a file, without the total.' })
  format?: (typeof FORMATS)[number];
}

export class SalesQuery extends ReportQuery {
  @WordField(SALES_DIMENSIONS, { optional: true, description: 'A row for each; day if absent.' })
  by?: SalesDimension;

  @TimeField({ optional: true, description: 'Then or later; 30 days if absent.' })
  from?: string;

  @TimeField({ optional: true, description: 'Before; now if absent. At most 366 days.' })
  to?: string;
}

export class LowBalanceQuery extends ReportQuery {
  @MoneyField({ signed: true, example: '100', description: 'USD, credit included.' })
  below: string;
}

function rowsOf({ limit, format }: ReportQuery): number {
  if (limit !== undefined) return Number(limit);
  return format === 'csv' ? MAX_ROWS : USUAL_ROWS;
}

const SUMS = shapeOf<SalesSums>()('SalesSumsDto', {
  orders: whole({ example: 12, description: 'Placed in the period.' }),
  waiting: whole({ example: 1, description: 'Those that wait.' }),
  sales: money({ ...USD, description: 'USD: debits of the period, less refunds and reversals.' }),
  cost: money.orNull(({ costs }) => costs?.cost ?? null, KNOWN_COST),
  profit: money.orNull(({ costs }) => costs?.profit ?? null, KNOWN_COST),
  sales_without_cost: money.orNull(({ costs }) => costs?.salesWithoutCost ?? null, {
    ...USD,
    description: `USD of sales whose cost is unknown. ${COST}`,
  }),
  unknown_cost: whole.orNull(({ costs }) => costs?.unknownCost ?? null, {
    ...USUAL_COUNT,
    description: `Accepted orders of unknown cost. ${COST}`,
  }),
});

export type SalesSumsDto = ShownBy<typeof SUMS>;

/** What was sold of known cost, which is what the profit is of; undefined if that is all, or none. */
export function salesOfProfit(sums: SalesSumsDto): string | undefined {
  const { sales, profit, sales_without_cost: others } = sums;
  if (profit === null || others === null || others === '0') return undefined;
  return sumOf(sales, negated(others));
}

const SALES_ROW = shapeOf<SalesRow>()('SalesRowDto', {
  key: text.orNull({
    example: '2026-01-31',
    description:
      'A day in UTC, the first day of a week from Monday on or of a month, or an id; null for sales without it, such as without a supplier.',
  }),
  name: text.orNull(),
  ...SUMS.fields,
});

const UNNEEDED = shapeOf<UnneededSums>()('UnneededPurchasesDto', {
  purchases: whole(USUAL_COUNT),
  cost: money({ ...USD, description: 'USD that suppliers charged. In no other cost or profit.' }),
  unknown_cost: whole({ ...USUAL_COUNT, description: 'Those whose charge is unknown.' }),
});

const more = flag({ description: 'True if there are more rows than `limit`.' });

/** The first rows of a report, and whether it has others. */
const topShape = <Row, Shown extends object>(name: string, row: Shape<Row, Shown>) =>
  shapeOf<TopRows<Row>>()(name, { items: many(row, ({ rows }: TopRows<Row>) => rows), more });

const SALES = shapeOf<SalesReport>()('SalesReportDto', {
  by: word(SALES_DIMENSIONS)(),
  from: time(),
  to: time(),
  items: many(SALES_ROW, ({ rows }: SalesReport) => rows),
  total: one(SUMS, ({ total }: SalesReport) => total, {
    description: 'Of all rows, those left out included.',
  }),
  unneeded_purchases: oneOrNull(UNNEEDED, ({ unneeded }: SalesReport) => unneeded ?? null, {
    description: `Delivered by suppliers in the period, after their orders were closed by hand. ${COST}`,
  }),
  more,
});
export type SalesReportDto = ShownBy<typeof SALES>;

export const salesReport = report({
  name: 'report sales',
  summary: 'sales, cost and profit by day, week, month, product, category, account or supplier',
  permission: 'reports.read',
  route: 'GET reports/sales',
  query: SalesQuery,
  shape: SALES,
  read: ({ services, query, may, timeZone, weekStart, signal }) => {
    const { by = 'day', from, to } = query;
    return services(Reports).sales({
      ...{ by, timeZone, weekStart, limit: rowsOf(query), withCosts: may('costs.read') },
      // Who sits at the terminal waits as long as it takes.
      ...(signal && { withinMs: REPORT_TIMEOUT_MS }),
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(to) }),
    });
  },
  file: ({ by, items }) => ({
    // A time has no name.
    columns: { [by]: 'plain', ...(!isTimeSpan(by) && { name: 'text' }), ...SUMS.columns },
    rows: items.map(({ key, ...row }) => ({ [by]: key, ...row })),
  }),
});

const LOW_BALANCE = shapeOf<BalanceRow>()('LowBalanceDto', {
  account_id: whole({ example: 2 }),
  name: text({ example: 'Acme Games' }),
  balance: money(USD),
  credit_limit: money(USD),
  spendable: money({ ...USD, description: 'USD: balance and credit limit together.' }),
});
const LOW_BALANCES = topShape('LowBalancesDto', LOW_BALANCE);
export type LowBalancesDto = ShownBy<typeof LOW_BALANCES>;
const BALANCE_FILE = { item: LOW_BALANCE, called: { account_id: 'account' } };

export const balanceReport = report({
  name: 'report balances',
  summary: 'accounts that can spend less than an amount, those with the least first',
  permission: 'reports.read',
  route: 'GET reports/balances',
  query: LowBalanceQuery,
  shape: LOW_BALANCES,
  read: ({ services, query }) =>
    services(Reports).lowBalances(query.below, { limit: rowsOf(query) }),
  file: ({ items }) => ({
    columns: fileColumnsOf(BALANCE_FILE),
    rows: items.map((item) => fileRowOf(BALANCE_FILE, item)),
  }),
});

const STOCK_VALUE = shapeOf<StockRow>()('StockValueDto', {
  stock: text({ example: 'google-play-10' }),
  free: whole({ example: 120, description: 'Codes that can be sold.' }),
  held: whole({ ...USUAL_COUNT, description: 'Held back after a restore.' }),
  value: money.orNull(({ costs }) => costs?.value ?? null, {
    ...USD,
    description: `USD that they were bought for. ${COST}`,
  }),
  unknown_cost: whole.orNull(({ costs }) => costs?.unknownCost ?? null, {
    ...USUAL_COUNT,
    description: `Codes of unknown cost. ${COST}`,
  }),
});
const STOCK_VALUES = topShape('StockValuesDto', STOCK_VALUE);
export type StockValuesDto = ShownBy<typeof STOCK_VALUES>;

export const stockReport = report({
  name: 'report stock',
  summary: 'unsold codes of each stock, and what they were bought for',
  permission: 'reports.read',
  route: 'GET reports/stock',
  query: ReportQuery,
  shape: STOCK_VALUES,
  read: ({ services, query, may }) => {
    const withCosts = may('costs.read');
    return services(Reports).stock({ limit: rowsOf(query), withCosts });
  },
  file: ({ items }) => ({ columns: STOCK_VALUE.columns, rows: items }),
});
