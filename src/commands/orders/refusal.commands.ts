import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { OrderRefusals } from '../../orders/refusals/order-refusals.service.js';
import {
  idArgument,
  limitArgument,
  timeArgument,
  type AuditedContext,
} from '../context/command-context.js';
import { csvLines } from '../context/terminal.js';
import { REFUSAL_COLUMNS, refusalRow } from './refusal-rows.js';

/** Refusals in a list, and in a CSV, unless --limit is given. */
const LISTED = 50;
const LISTED_IN_CSV = 100_000;

interface RefusalOptions {
  readonly account?: number;
  readonly product?: number;
  readonly code?: number;
  readonly from?: Date;
  readonly to?: Date;
  readonly limit?: number;
  readonly csv?: true;
}

/** Adds `order refusals`. */
export function addRefusalCommand(order: Command, { terminal, readShop }: AuditedContext): void {
  order
    .command('refusals')
    .description('refused orders of the last 30 days, newest first')
    .option('--account <id>', 'only of this account', idArgument)
    .option('--product <id>', 'only of this product', idArgument)
    .option('--code <code>', 'only with this code of the API, such as 100', codeArgument)
    .option('--from <time>', 'refused then or later, such as 2026-01-31T18:00Z', timeArgument)
    .option('--to <time>', 'refused before, such as 2026-02-01', timeArgument)
    .option(
      '--limit <n>',
      `at most so many; ${LISTED} by default, ${LISTED_IN_CSV} with --csv`,
      limitArgument,
    )
    .option('--csv', 'as CSV, for a spreadsheet')
    .action(({ account, product, code, from, to, csv, ...options }: RefusalOptions) =>
      readShop(async (shop) => {
        const { limit = csv ? LISTED_IN_CSV : LISTED } = options;
        const filter = {
          ...{ accountId: account, productId: product, code },
          ...{ from: from?.toISOString(), to: to?.toISOString() },
        };
        const refusals = await shop.get(OrderRefusals).newest(filter, limit + 1);
        const rows = refusals.slice(0, limit).map(refusalRow);
        if (csv) await terminal.csv(csvLines(REFUSAL_COLUMNS, rows), NO_REFUSAL);
        else terminal.list(rows, NO_REFUSAL);
        if (refusals.length > limit) {
          terminal.remark('There are more refused orders; raise --limit.');
        }
      }),
    );
}

const NO_REFUSAL = 'There is no such refused order.';

/** A code of the wire. */
function codeArgument(text: string): number {
  if (/^[1-6]\d\d$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a code of the API, such as 100.');
}
