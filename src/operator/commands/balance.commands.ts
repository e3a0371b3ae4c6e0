import { BalanceService } from '../../account/ledger/balance.service.js';
import { numericText } from '../../common/decimal.js';
import { idArgument, limitArgument, operatorName, type AddCommands } from '../command-context.js';

interface DepositOptions {
  readonly ref?: string;
  readonly note?: string;
}

export const addBalanceCommands: AddCommands = (program, { terminal, withShop }) => {
  const balance = program.command('balance').description('prepaid balances in USD');

  balance
    .command('deposit')
    .argument('<account>', 'account id', idArgument)
    .argument('<amount>', 'USD, such as 100 or 12.5')
    .description('add money')
    .option('--ref <text>', 'your reference; a second deposit under it is refused')
    .option('--note <text>')
    .action((id: number, amount: string, { ref, note }: DepositOptions) =>
      withShop(async (shop) => {
        const after = await shop.get(BalanceService).deposit(id, amount, {
          actor: operatorName(),
          ...(ref !== undefined && { reference: ref }),
          ...(note !== undefined && { note }),
        });
        terminal.item({ ...after });
      }),
    );

  balance
    .command('show')
    .argument('<account>', 'account id', idArgument)
    .description('what an account has and can spend')
    .action((id: number) =>
      withShop(async (shop) => {
        terminal.item({ ...(await shop.get(BalanceService).of(id)) });
      }),
    );

  balance
    .command('statement')
    .argument('<account>', 'account id', idArgument)
    .description('the ledger of an account, oldest first')
    .option('--limit <n>', 'only the newest entries', limitArgument)
    .action((id: number, { limit }: { limit?: number }) =>
      withShop(async (shop) => {
        const entries = await shop.get(BalanceService).statement(id, limit);
        const rows = entries.map((entry) => ({
          sequence: entry.sequence,
          time: entry.createdAt,
          kind: entry.kind,
          amount: numericText(entry.amount),
          balance: numericText(entry.balanceAfter),
          order: entry.orderId,
          ref: entry.reference,
          actor: entry.actor,
          note: entry.note,
        }));
        terminal.list(rows, `Account ${id} has no ledger entry yet; see "souk balance deposit".`);
      }),
    );
};
