import { Get } from '@nestjs/common';
import { groupList } from '../../operations/accounts/group.lists.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { groupCreate } from '../../operations/accounts/group.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { groupsPage } from './groups-page.js';

/** The groups of accounts. An account is put into one by its settings. */
@ConsoleController('groups')
@OperationForms({ '': { operation: groupCreate, done: 'created' } })
export class GroupsController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get()
  @NeedsPermission('accounts.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(groupList, visit, (found) => groupsPage(visit, found));
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    return groupsPage(visit, await this.lists.first(groupList, visit), refused?.state);
  }
}
