import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { groupPage, GROUPS_FILE } from '../../admin/accounts/account-lists.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../admin/http/page.js';
import { groupCreate } from '../../operations/accounts/group.operations.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { groupsPage } from './groups-page.js';

/** The groups of accounts. An account is put into one by its settings. */
@ConsoleController('groups')
@OperationForms({ '': { operation: groupCreate, done: 'created' } })
export class GroupsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly files: ListFiles,
    readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checked(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(GROUPS_FILE, query, visit.caller, (part) =>
      groupPage(this.accounts, part),
    );
    return pageOrFile(answer, 'groups', (found) => groupsPage(visit, found));
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    return groupsPage(visit, await groupPage(this.accounts, {}), refused?.state);
  }
}
