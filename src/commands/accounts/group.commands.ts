import { AccountService } from '../../account/account.service.js';
import { OperatorError } from '../../common/app-error.js';
import { groupList } from '../../operations/accounts/group.lists.js';
import { accountSet } from '../../operations/accounts/account.operations.js';
import {
  groupCreate,
  groupDelete,
  groupRename,
} from '../../operations/accounts/group.operations.js';
import { idArgument, type AddOwnCommands } from '../context/command-context.js';
import { addOperation, runOperation } from '../operations/operation-command.js';
import { addList } from '../operations/list-command.js';
import { answerRow } from '../operations/answer-row.js';

export const addGroupCommands: AddOwnCommands = (group, context) => {
  const { terminal, changeShop } = context;
  addOperation(group, context, groupCreate, { arguments: ['name'] });

  addList(group, context, groupList, {
    whenEmpty: 'There is no group yet; see "souk group create".',
    description: 'all groups',
  });

  // By hand: one setting of an account, by the name of its group.
  group
    .command('assign')
    .argument('<account>', 'account id', idArgument)
    .argument('[group]', 'name of the group; an account is in one at most')
    .description('put an account into a group; "souk price set --group" is what it pays')
    .option('--none', 'take the account out of its group')
    .action((id: number, name: string | undefined, { none }: { none?: true }) =>
      changeShop(async (shop) => {
        if ((name === undefined) === (none === undefined)) {
          throw new OperatorError('Name a group, or say --none.');
        }
        const named = name === undefined ? null : await shop.get(AccountService).groupNamed(name);
        const change = { group_id: named?.id ?? null };
        const onDone = (account: object): void => {
          terminal.item(answerRow(accountSet.answer, account), account);
        };
        await runOperation(shop, accountSet, { given: change, id, onDone });
      }),
    );

  addOperation(group, context, groupRename, { arguments: ['name'] });
  addOperation(group, context, groupDelete, { part: 'whole' });
};
