import { OperatorNumbersRepository } from '../../people/operators/operator-numbers.repository.js';
import { auditEntry, auditItems, auditList } from '../../operations/shop/audit.lists.js';
import { auditTakeBack } from '../../operations/shop/audit.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList, addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

export const addAuditCommands: AddOwnCommands = (audit, context) => {
  const { terminal, readShop } = context;
  addList(audit, context, auditList, {
    description: 'changes, newest first',
    columns: [
      ...['id', 'at', 'actor', 'door', 'action'],
      ...['outcome', 'finished_at', 'details', 'changed'],
    ],
    whenEmpty: 'Nothing has been changed yet.',
    limit: 50,
  });

  addList(audit, context, auditItems, {
    description: 'what a change has changed, by product, category and rule',
    whenEmpty: 'This has changed nothing in the catalog, or too long ago.',
    limit: 50,
  });
  addReading(audit, context, auditEntry);
  addOperation(audit, context, auditTakeBack);

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
