import { OperatorNumbersRepository } from '../../operators/people/operator-numbers.repository.js';
import { AuditService } from '../../operator/audit/audit.service.js';
import { limitArgument, type AddCommands } from '../context/command-context.js';

export const addAuditCommands: AddCommands = (audit, { terminal, readShop }) => {
  audit
    .command('list')
    .description('changes, newest first')
    .option('--limit <n>', 'at most so many', limitArgument, 50)
    .action(({ limit }: { limit: number }) =>
      readShop(async (shop) => {
        const entries = await shop.get(AuditService).list(limit);
        const rows = entries.map(({ id, at, actor, action, outcome, finishedAt, details }) => ({
          id,
          time: at,
          actor,
          action,
          outcome: outcome ?? 'unknown',
          finished: finishedAt,
          details: JSON.stringify(details),
        }));
        terminal.list(rows, 'Nothing has been changed yet.');
      }),
    );

  audit
    .command('operators')
    .description('the operators, with the numbers by which ledgers name them')
    .action(() =>
      readShop(async (shop) => {
        const operators = await shop.get(OperatorNumbersRepository).list();
        const rows = operators.map(({ id, name, createdAt }) => ({ id, name, since: createdAt }));
        terminal.list(rows, 'No ledger names an operator yet.');
      }),
    );
};
