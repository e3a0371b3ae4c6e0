import { csvHeader, csvRow, type CsvColumns } from '../../common/csv.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type {
  BalanceRow,
  SalesReport,
  SalesSums,
  StockRow,
  TopRows,
} from '../../reports/report-shapes.js';
import { unneededRow } from '../../reports/report-rows.js';
import { timeText } from '../../operations/answers/shown.js';
import type {
  LowBalancesDto,
  SalesReportDto,
  SalesSumsDto,
  StockValuesDto,
} from './reports.dto.js';

export function salesShape(report: SalesReport): SalesReportDto {
  const { by, from, to, rows, total, more, unneeded } = report;
  return {
    by,
    from: timeText(from),
    to: timeText(to),
    items: rows.map(({ key, name, ...sums }) => ({ key, name, ...sumsShape(sums) })),
    total: sumsShape(total),
    unneeded_purchases: unneeded ? unneededRow(unneeded) : null,
    more,
  };
}

function sumsShape({ orders, waiting, sales, costs }: SalesSums): SalesSumsDto {
  return {
    orders,
    waiting,
    sales,
    cost: costs?.cost ?? null,
    profit: costs?.profit ?? null,
    sales_without_cost: costs?.salesWithoutCost ?? null,
    unknown_cost: costs?.unknownCost ?? null,
  };
}

export function lowBalancesShape({ rows, more }: TopRows<BalanceRow>): LowBalancesDto {
  const items = rows.map(({ accountId, name, balance, creditLimit, spendable }) => ({
    account_id: accountId,
    name,
    balance,
    credit_limit: creditLimit,
    spendable,
  }));
  return { items, more };
}

export function stockValuesShape({ rows, more }: TopRows<StockRow>): StockValuesDto {
  const items = rows.map(({ stock, free, held, costs }) => ({
    stock,
    free,
    held,
    value: costs?.value ?? null,
    unknown_cost: costs?.unknownCost ?? null,
  }));
  return { items, more };
}

/** A report as a file. Its text is made at once, since its rows were read at once. */
export function reportFile(columns: CsvColumns, rows: readonly object[]): StreamedAnswer {
  const text = [csvHeader(columns), ...rows.map((row) => csvRow(columns, row))].join('');
  function* parts(): Generator<string> {
    yield text;
  }
  return new StreamedAnswer('text/csv; charset=utf-8', parts);
}
