import type { ChainedEntry } from '../../account/ledger/ledger-chain.js';
import { StatementService } from '../../account/ledger/statement.service.js';
import { numericText } from '../../common/decimal.js';
import { balanceShow } from '../../operations/accounts/balance.lists.js';
import { balanceAdjust, balanceDeposit } from '../../operations/accounts/balance.operations.js';
import { idArgument, limitArgument, type AddOwnCommands } from '../context/command-context.js';
import { addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { statementCsv } from '../context/statement-csv.js';
import type { Row } from '../context/terminal.js';

interface StatementOptions {
  readonly limit?: number;
  readonly csv?: true;
}

export const addBalanceCommands: AddOwnCommands = (balance, context) => {
  const { terminal, readShop } = context;
  addOperation(balance, context, balanceDeposit, { arguments: ['amount'] });
  addOperation(balance, context, balanceAdjust, { arguments: ['amount'] });

  addReading(balance, context, balanceShow);

  balance
    .command('statement')
    .argument('<account>', 'account id', idArgument)
    .description('the ledger of an account, oldest first')
    .option('--limit <n>', 'only the newest entries', limitArgument)
    .option('--csv', 'as CSV with every column, whatever the size')
    .action((id: number, { limit, csv }: StatementOptions) =>
      readShop(async (shop) => {
        const entries = shop.get(StatementService).entries(id, limit);
        const whenEmpty = `Account ${id} has no ledger entry yet; see "souk balance deposit".`;
        if (csv) {
          await terminal.csv(statementCsv(entries), whenEmpty);
          return;
        }
        const rows: Row[] = [];
        for await (const entry of entries) rows.push(entryRow(entry));
        terminal.list(rows, whenEmpty);
      }),
    );
};

function entryRow(entry: ChainedEntry): Row {
  return {
    sequence: entry.sequence,
    time: new Date(entry.createdAt),
    kind: entry.kind,
    amount: numericText(entry.amount),
    balance: numericText(entry.balanceAfter),
    order: entry.orderId,
    ref: entry.reference,
    actor: entry.actor,
    note: entry.note,
  };
}
