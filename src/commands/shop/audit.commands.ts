import { OperatorNumbersRepository } from '../../people/operators/operator-numbers.repository.js';
import { auditList } from '../../operations/shop/audit.lists.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';

export const addAuditCommands: AddOwnCommands = (audit, context) => {
  const { terminal, readShop } = context;
  addList(audit, context, auditList, {
    description: 'changes, newest first',
    columns: ['id', 'at', 'actor', 'action', 'outcome', 'finished_at', 'details'],
    whenEmpty: 'Nothing has been changed yet.',
    limit: 50,
  });

  // The admin API and the pages show numbers with their names, so that only the terminal needs the list.
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
