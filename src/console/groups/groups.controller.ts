import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountAdmin } from '../../admin/accounts/account-admin.service.js';
import { groupPage, GROUPS_FILE } from '../../admin/accounts/account-lists.js';
import { NewGroupDto } from '../../admin/accounts/accounts.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../admin/http/page.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { groupsPage } from './groups-page.js';

/** The groups of accounts. An account is put into one by its settings. */
@ConsoleController('groups')
export class GroupsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly changes: AccountAdmin,
    private readonly files: ListFiles,
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

  @Post()
  @NeedsPermission('accounts.edit')
  async create(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const { name } = checked(NewGroupDto, { name: form.text('name') });
      return this.changes.createGroup(name, visit.caller.author);
    });
    if (!fault) return new SeeOther('groups', { done: 'created' });
    const found = await groupPage(this.accounts, {});
    return groupsPage(visit, found, { values: form.shown, fault });
  }
}
