import { groupNameOf } from '../../../account/account-settings.js';
import { AccountGroups } from '../../../account/account-groups.service.js';
import { AccountService } from '../../../account/account.service.js';
import { OperatorError } from '../../../common/app-error.js';
import { idArgument, type AddCommands } from '../../command-context.js';
import { noteChanged } from '../../noted-change.js';
import { accountRow, changeOfAccount } from './account.commands.js';

export const addGroupCommands: AddCommands = (group, { terminal, readShop, withShop }) => {
  group
    .command('create')
    .argument('<name>')
    .description('make a group')
    .action((name: string) =>
      withShop(async (shop) => {
        const { ...row } = await shop.get(AccountGroups).create(groupNameOf(name));
        noteChanged(shop, null, row);
        terminal.item(row);
      }),
    );

  group
    .command('list')
    .description('all groups')
    .action(() =>
      readShop(async (shop) => {
        const groups = await shop.get(AccountService).listGroups();
        terminal.list(
          groups.map(({ id, name }) => ({ id, name })),
          'There is no group yet; see "souk group create".',
        );
      }),
    );

  group
    .command('assign')
    .argument('<account>', 'account id', idArgument)
    .argument('[group]', 'name of the group; an account is in one at most')
    .description('put an account into a group; "souk price set --group" is what it pays')
    .option('--none', 'take the account out of its group')
    .action((id: number, name: string | undefined, { none }: { none?: true }) =>
      withShop(async (shop) => {
        if ((name === undefined) === (none === undefined)) {
          throw new OperatorError('Name a group, or say --none.');
        }
        const assign = () => shop.get(AccountService).assignGroup(id, name ?? null);
        terminal.item(accountRow(await changeOfAccount(shop, id, assign)));
      }),
    );

  group
    .command('rename')
    .argument('<group>', 'name of the group')
    .argument('<name>')
    .description('give a group another name; its accounts and rules stay')
    .action((named: string, name: string) =>
      withShop(async (shop) => {
        const { id } = await shop.get(AccountService).groupNamed(named);
        const { before, after } = await shop.get(AccountGroups).rename(id, groupNameOf(name));
        noteChanged(shop, { ...before }, { ...after });
        terminal.item({ ...after });
      }),
    );

  group
    .command('delete')
    .argument('<group>', 'name of the group')
    .description('delete a group that no account is in, with its prices and visibility')
    .action((named: string) =>
      withShop(
        async (shop) => {
          const { GroupRemoval, removedGroupRecord, ruleCount } =
            await import('../../../catalog/rules/group-removal.service.js');
          const { id } = await shop.get(AccountService).groupNamed(named);
          const removed = await shop.get(GroupRemoval).remove(id);
          noteChanged(shop, removedGroupRecord(removed), null);
          terminal.item({ id, name: removed.name, rules: ruleCount(removed) });
        },
        { part: 'whole' },
      ),
    );
};
