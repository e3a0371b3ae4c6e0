import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountAdmin } from '../../admin/accounts/account-admin.service.js';
import { groupPage } from '../../admin/accounts/account-lists.js';
import { accountShape } from '../../admin/accounts/account-shapes.js';
import { AccountChangeDto } from '../../admin/accounts/accounts.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { MAX_ITEMS } from '../../admin/http/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { PROBLEMS } from '../../admin/problems/problem.js';
import type { FormState } from '../../pages/form.js';
import { checked } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { accountChangeIn } from './account-settings.js';
import { settingsPage } from './account-settings-page.js';

/** The settings of an account, its group included. */
@ConsoleController('accounts/:account/settings')
export class AccountSettingsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly changes: AccountAdmin,
  ) {}

  @Get()
  @NeedsPermission('accounts.edit')
  show(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    return this.page(visit, id);
  }

  @Post()
  @NeedsPermission('accounts.edit')
  async set(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const change = checked(AccountChangeDto, accountChangeIn(form));
      return this.changes.set(id, change, preconditionIn(form), visit.caller.author);
    });
    if (!fault) return new SeeOther(`accounts/${id}/settings`, { done: 'changed' });
    // After a lost race the form holds what the account is now.
    const isChanged = fault.status === PROBLEMS.changed.status;
    return this.page(visit, id, isChanged ? { fault } : { values: form.shown, fault });
  }

  private async page(visit: Visit, id: number, state?: FormState): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    const groups = await groupPage(this.accounts, { limit: String(MAX_ITEMS) });
    return settingsPage(visit, { account, groups }, state);
  }
}
