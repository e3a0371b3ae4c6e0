import { AccountService } from '../../account/account.service.js';
import { list } from '../lists/list.js';
import { byId } from '../lists/page.js';
import { GROUP_SHAPE } from './group.operations.js';

export const groupList = list({
  name: 'group list',
  operationId: 'groups',
  summary: 'the groups, by id',
  permission: 'accounts.read',
  route: 'GET groups',
  item: GROUP_SHAPE,
  rows: ({ services }) =>
    byId('groups', (after, limit) => services(AccountService).groupPage(after, limit)),
});
