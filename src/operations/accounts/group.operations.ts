import { AccountGroups } from '../../account/account-groups.service.js';
import { AccountService } from '../../account/account.service.js';
import { groupNameOf } from '../../account/account-settings.js';
import type { AccountGroup } from '../../account/account-group.entity.js';
import {
  GroupRemoval,
  removedGroupRecord,
  ruleCount,
} from '../../catalog/rules/group-removal.service.js';
import { TextField } from '../fields/fields.js';
import { text, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { operation, type Target } from '../operation.js';

export class NewGroupDto {
  @TextField({ max: 200, min: 1, example: 'Gold' })
  name: string;
}

export const GROUP_SHAPE = shapeOf<AccountGroup>()('GroupDto', {
  id: whole({ example: 1 }),
  name: text({ example: 'Gold' }),
});
export type GroupDto = ShownBy<typeof GROUP_SHAPE>;

const REMOVED_GROUP = shapeOf<AccountGroup & { readonly rules: number }>()('RemovedGroupDto', {
  ...GROUP_SHAPE.fields,
  rules: whole({ example: 3, description: 'Its rules, which are deleted with it.' }),
});

export const GROUP = {
  noun: 'group',
  shape: GROUP_SHAPE,
  locked: (services, manager, id) => services(AccountGroups).locked(manager, id),
  named: async (services, name) => (await services(AccountService).groupNamed(name)).id,
} satisfies Target<AccountGroup>;

export const groupCreate = operation({
  name: 'group create',
  summary: 'make a group',
  permission: 'accounts.edit',
  route: 'POST groups',
  makes: true,
  input: NewGroupDto,
  answer: GROUP_SHAPE.type,
  run: async ({ services, manager, input }) => ({
    answer: GROUP_SHAPE.of(await services(AccountGroups).create(manager, groupNameOf(input.name))),
  }),
});

export const groupRename = operation({
  name: 'group rename',
  summary: 'give a group another name; its accounts and rules stay',
  permission: 'accounts.edit',
  route: 'PATCH groups/:id',
  target: GROUP,
  input: NewGroupDto,
  run: async ({ services, manager, id, input }) => {
    await services(AccountGroups).rename(manager, id, groupNameOf(input.name));
  },
});

export const groupDelete = operation({
  name: 'group delete',
  summary: 'delete a group that no account is in, with its prices and visibility',
  permission: 'accounts.edit',
  route: 'DELETE groups/:id',
  target: GROUP,
  answer: REMOVED_GROUP.type,
  run: async ({ services, manager, id, assertMay }) => {
    const removed = await services(GroupRemoval).remove(manager, id);
    if (removed.prices.length > 0) assertMay('prices.edit');
    if (removed.visibilities.length > 0) assertMay('visibility.edit');
    const answer = { id, name: removed.name, rules: ruleCount(removed) };
    return { answer, before: removedGroupRecord(removed), after: null };
  },
});

export const GROUP_OPERATIONS = [groupCreate, groupRename, groupDelete];
