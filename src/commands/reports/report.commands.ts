import { Option } from 'commander';
import { csvHeader, csvRow } from '../../common/csv.js';
import {
  BALANCE_COLUMNS,
  balanceRow,
  salesColumns,
  salesRow,
  STOCK_COLUMNS,
  stockRow,
  totalRow,
  unneededRow,
  type ReportColumns,
} from '../../reports/report-rows.js';
import { SALES_DIMENSIONS, type SalesDimension } from '../../reports/report-shapes.js';
import { MAX_REPORT_DAYS } from '../../reports/report-period.js';
import { Reports } from '../../reports/reports.service.js';
import { limitArgument, timeArgument, type AddCommands } from '../context/command-context.js';
import type { Row, Terminal } from '../context/terminal.js';

/** Rows of a report, and of a CSV, unless --limit is given. */
const REPORTED_ROWS = 100;
const REPORTED_ROWS_OF_CSV = 100_000;

interface RowOptions {
  readonly limit?: number;
  readonly csv?: true;
}

interface SalesOptions extends RowOptions {
  readonly by: SalesDimension;
  readonly from?: Date;
  readonly to?: Date;
}

const LIMIT = [
  '--limit <n>',
  `at most so many rows; ${REPORTED_ROWS} by default, ${REPORTED_ROWS_OF_CSV} with --csv`,
  limitArgument,
] as const;
const CSV = ['--csv', 'as CSV, for a spreadsheet'] as const;

export const addReportCommands: AddCommands = (report, { terminal, readShop }) => {
  report
    .command('sales')
    .description('sales, cost and profit, by the times of the ledger; test orders count nowhere')
    .addOption(new Option('--by <what>', 'a row for each').choices(SALES_DIMENSIONS).default('day'))
    .option('--from <time>', 'then or later, such as 2026-01-31; 30 days by default', timeArgument)
    .option(
      '--to <time>',
      `before, such as 2026-02-28T18:00Z; at most ${MAX_REPORT_DAYS} days`,
      timeArgument,
    )
    .option(...LIMIT)
    .option(...CSV)
    .action(({ by, from, to, ...options }: SalesOptions) =>
      readShop(async (shop) => {
        const period = { ...(from && { from }), ...(to && { to }) };
        const limit = limitOf(options);
        const sales = await shop.get(Reports).sales({ by, ...period, limit, withCosts: true });
        const rows = sales.rows.map((row) => salesRow(by, row));
        const { total, more, unneeded, ...shown } = sales;
        const lost = unneeded && unneededRow(unneeded);
        if (options.csv) await showCsv(terminal, salesColumns(by), rows);
        else if (terminal.json) {
          const all = { ...shown, rows, total: totalRow(by, total), more };
          terminal.show({ ...all, unneeded_purchases: lost }, '');
        } else terminal.list([...rows, totalRow(by, total)], NOTHING);
        if (lost && lost.purchases > 0) terminal.remark(unneededSentence(lost));
        remarkMore(terminal, more);
      }),
    );

  report
    .command('balances')
    .description('accounts that can spend little, those with the least first')
    .requiredOption('--below <usd>', 'less than so much, credit included')
    .option(...LIMIT)
    .option(...CSV)
    .action(({ below, ...options }: RowOptions & { readonly below: string }) =>
      readShop(async (shop) => {
        const limit = limitOf(options);
        const { rows, more } = await shop.get(Reports).lowBalances(below, { limit });
        await showRows(terminal, BALANCE_COLUMNS, rows.map(balanceRow), options);
        remarkMore(terminal, more);
      }),
    );

  report
    .command('stock')
    .description('unsold codes of each stock, and what they were bought for')
    .option(...LIMIT)
    .option(...CSV)
    .action((options: RowOptions) =>
      readShop(async (shop) => {
        const limit = limitOf(options);
        const { rows, more } = await shop.get(Reports).stock({ limit, withCosts: true });
        await showRows(terminal, STOCK_COLUMNS, rows.map(stockRow), options);
        remarkMore(terminal, more);
      }),
    );
};

const NOTHING = 'There is nothing to report.';

function limitOf({ limit, csv }: RowOptions): number {
  return limit ?? (csv ? REPORTED_ROWS_OF_CSV : REPORTED_ROWS);
}

async function showRows(
  terminal: Terminal,
  columns: ReportColumns,
  rows: readonly Row[],
  { csv }: RowOptions,
): Promise<void> {
  if (csv) await showCsv(terminal, columns, rows);
  else terminal.list(rows, NOTHING);
}

async function showCsv(
  terminal: Terminal,
  columns: ReportColumns,
  rows: readonly Row[],
): Promise<void> {
  const lines = [csvHeader(columns), ...rows.map((row) => csvRow(columns, row))];
  await terminal.csv(lines, NOTHING);
}

function remarkMore(terminal: Terminal, more: boolean): void {
  if (more) terminal.remark('There are more rows; raise --limit.');
}

function unneededSentence(lost: ReturnType<typeof unneededRow>): string {
  const { purchases, cost, unknown_cost: unknown } = lost;
  const others = unknown > 0 ? `, and an unknown amount for ${unknown} of them` : '';
  return `Beside these, suppliers charged ${cost} USD for ${purchases} orders that were closed by hand${others}.`;
}
