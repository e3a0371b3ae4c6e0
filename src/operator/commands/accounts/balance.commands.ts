import { BalanceService } from '../../../account/ledger/balance.service.js';
import type { ChainedEntry } from '../../../account/ledger/ledger-chain.js';
import { StatementService } from '../../../account/ledger/statement.service.js';
import { numericText } from '../../../common/decimal.js';
import {
  idArgument,
  limitArgument,
  operatorName,
  type AddCommands,
  type OpenShop,
} from '../../command-context.js';
import { noteChange } from '../../noted-change.js';
import { statementCsv } from '../../statement-csv.js';
import type { Row } from '../../terminal.js';

interface DepositOptions {
  readonly ref?: string;
  readonly note?: string;
}

interface AdjustOptions {
  readonly reason: string;
  readonly ref?: string;
}

interface StatementOptions {
  readonly limit?: number;
  readonly csv?: true;
}

export const addBalanceCommands: AddCommands = (balance, { terminal, readShop, withShop }) => {
  balance
    .command('deposit')
    .argument('<account>', 'account id', idArgument)
    .argument('<amount>', 'USD, such as 100 or 12.5')
    .description('add money')
    .option(
      '--ref <text>',
      'your reference, which the reseller reads; a second deposit under it is refused',
    )
    .option('--note <text>', 'for the ledger, which the reseller reads')
    .action((id: number, amount: string, { ref, note }: DepositOptions) =>
      withShop(async (shop) => {
        const deposit = () =>
          shop.get(BalanceService).deposit(id, amount, {
            actor: operatorName(),
            ...(ref !== undefined && { reference: ref }),
            ...(note !== undefined && { note }),
          });
        terminal.item({ ...(await changeOfBalance(shop, id, deposit)) });
      }),
    );

  balance
    .command('adjust')
    .argument('<account>', 'account id', idArgument)
    .argument('<amount>', 'USD, such as +2.5 or -10')
    .description('correct a balance, up or down, within its credit limit')
    .requiredOption('--reason <text>', 'for the ledger, which the reseller reads')
    .option(
      '--ref <text>',
      'your reference, which the reseller reads; a second movement under it is refused',
    )
    .action((id: number, amount: string, { reason, ref }: AdjustOptions) =>
      withShop(async (shop) => {
        const adjust = () =>
          shop.get(BalanceService).adjust(id, amount, {
            actor: operatorName(),
            reason,
            ...(ref !== undefined && { reference: ref }),
          });
        terminal.item({ ...(await changeOfBalance(shop, id, adjust)) });
      }),
    );

  balance
    .command('show')
    .argument('<account>', 'account id', idArgument)
    .description('what an account has and can spend')
    .action((id: number) =>
      readShop(async (shop) => {
        terminal.item({ ...(await shop.get(BalanceService).of(id)) });
      }),
    );

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

function changeOfBalance<T>(shop: OpenShop, id: number, change: () => Promise<T>): Promise<T> {
  return noteChange(shop, async () => ({ ...(await shop.get(BalanceService).of(id)) }), change);
}

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
