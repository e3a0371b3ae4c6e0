import { groupList } from '../../operations/accounts/group.lists.js';
import { groupCreate } from '../../operations/accounts/group.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { groupsPage } from './groups-page.js';

/** The groups of accounts. An account is put into one by its settings. */
@ConsoleController('groups')
@ListPage(groupList, { '': { operation: groupCreate, done: 'created' } })
export class GroupsController {
  shown(visit: Visit, { found, refused }: Listed<typeof groupList>): Page {
    return groupsPage(visit, found, refused?.state);
  }
}
