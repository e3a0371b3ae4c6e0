import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { groupPage } from '../../admin/accounts/account-lists.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { MAX_ITEMS } from '../../admin/http/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { accountSet, accountShape } from '../../operations/accounts/account.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { settingsPage } from './account-settings-page.js';

/** The settings of an account, its group included. */
@ConsoleController('accounts/:account/settings')
@OperationForms({ '': { operation: accountSet, done: 'changed' } })
export class AccountSettingsController {
  constructor(
    private readonly accounts: AccountService,
    readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('accounts.edit')
  show(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    return this.page(visit, id);
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    const groups = await groupPage(this.accounts, { limit: String(MAX_ITEMS) });
    return settingsPage(visit, { account, groups }, refused?.state);
  }
}
