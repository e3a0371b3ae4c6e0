import { accountShow } from '../../operations/accounts/account.lists.js';
import { groupList } from '../../operations/accounts/group.lists.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { MAX_ITEMS } from '../../operations/lists/page.js';
import { accountSet } from '../../operations/accounts/account.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { settingsPage } from './account-settings-page.js';

/** The settings of an account, its group included. */
@ConsoleController('accounts/:account/settings')
@PageWithForms('accounts.edit', { '': { operation: accountSet, done: 'changed' } })
export class AccountSettingsController {
  constructor(private readonly lists: ConsoleLists) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const account = await this.lists.read(accountShow, visit, {}, id);
    const groups = await this.lists.first(groupList, visit, 0, { limit: String(MAX_ITEMS) });
    return settingsPage(visit, { account, groups }, refused?.state);
  }
}
