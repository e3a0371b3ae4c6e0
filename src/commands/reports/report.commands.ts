import { csvLines } from '../../common/csv.js';
import type { Report } from '../../operations/reading.js';
import {
  balanceReport,
  salesOfProfit,
  salesReport,
  stockReport,
  type ReportQuery,
  type SalesReportDto,
} from '../../operations/reports/report.lists.js';
import { limitArgument, type AddOwnCommands } from '../context/command-context.js';
import type { Row, Terminal } from '../context/terminal.js';
import { addReading } from '../operations/list-command.js';
import type { OwnFields } from '../operations/operation-command.js';

/** Rows of a report, and of a CSV, unless --limit is given. */
const REPORTED_ROWS = 100;
const REPORTED_ROWS_OF_CSV = 100_000;
const NOTHING = 'There is nothing to report.';

/** How many rows are read. A report at the terminal may have more of them than one of a server. */
const ROWS: OwnFields<{ readonly limit?: number; readonly csv?: true }> = {
  fields: ['limit', 'format'],
  add: (command) =>
    command
      .option(
        '--limit <n>',
        `at most so many rows; ${REPORTED_ROWS} by default, ${REPORTED_ROWS_OF_CSV} with --csv`,
        limitArgument,
      )
      .option('--csv', 'as CSV, for a spreadsheet'),
  read: ({ csv, limit = csv ? REPORTED_ROWS_OF_CSV : REPORTED_ROWS }) => ({
    limit: String(limit),
    ...(csv && { format: 'csv' }),
  }),
};

interface Rows {
  readonly items: readonly Row[];
  readonly more: boolean;
  readonly unneeded_purchases?: SalesReportDto['unneeded_purchases'];
}

export const addReportCommands: AddOwnCommands = (report, context) => {
  const { terminal } = context;
  const add = <Answer extends Rows>(
    reading: Report<Answer, ReportQuery>,
    show: (answer: Answer) => void,
    description = reading.summary,
  ): void => {
    addReading(report, context, reading, {
      description,
      own: ROWS,
      show: async (answer: Answer, _shop, _id, { format }: ReportQuery) => {
        const { columns, rows } = reading.file(answer);
        if (format === 'csv') await terminal.csv(csvLines(columns, rows), NOTHING);
        else show(answer);
        remarkUnneeded(terminal, answer);
        if (answer.more) terminal.remark('There are more rows; raise --limit.');
      },
    });
  };
  const showItems = ({ items }: Rows): void => {
    terminal.list(items, NOTHING);
  };
  add(
    salesReport,
    (answer) => {
      const { items, total } = answer;
      terminal.list([...items, { key: 'total', name: null, ...total }], NOTHING, answer);
      const known = salesOfProfit(total);
      if (known !== undefined)
        terminal.remark(`Cost and profit are of ${known} of ${total.sales} USD sold.`);
    },
    'sales, cost and profit, by the times of the ledger; test orders count nowhere',
  );
  add(balanceReport, showItems);
  add(stockReport, showItems);
};

function remarkUnneeded(terminal: Terminal, answer: Rows): void {
  const { purchases = 0, cost, unknown_cost: unknown = 0 } = answer.unneeded_purchases ?? {};
  if (purchases === 0) return;
  const others = unknown > 0 ? `, and an unknown amount for ${unknown} of them` : '';
  terminal.remark(
    `Beside these, suppliers charged ${cost} USD for ${purchases} orders that were closed by hand${others}.`,
  );
}
