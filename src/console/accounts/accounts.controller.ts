import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { accountList } from '../../operations/accounts/account.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { accountCreate, type AccountDto } from '../../operations/accounts/account.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import { looksLikeToken } from '../token-question/token-question.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { accountsPage, type FoundAccounts } from './accounts-page.js';

const NOTHING: FoundAccounts = { items: [], next: null, groupNames: new Map() };

/** The accounts, and making one. */
@ConsoleController('accounts')
@OperationForms({
  '': {
    operation: accountCreate,
    done: 'created',
    to: (own, account) => `${own}/${(account as AccountDto).id}`,
  },
})
export class AccountsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly lists: ConsoleLists,
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download | SeeOther> {
    const text = (visit.query.get('text') ?? '').trim();
    if (itemId(text) !== undefined) return new SeeOther(`accounts/${text}`);
    if (looksLikeToken(text) && visit.caller.may('tokens.read')) {
      return accountsPage(visit, NOTHING, { search: {}, hasToken: true });
    }
    return this.lists.show(accountList, visit, async (found, search) =>
      accountsPage(visit, await this.withGroups(found), { search }),
    );
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const page = await this.withGroups(await this.lists.first(accountList, visit));
    return accountsPage(visit, page, { search: {}, ...(refused && { create: refused.state }) });
  }

  private async withGroups(page: PageOf<typeof accountList>): Promise<FoundAccounts> {
    const ids = page.items.flatMap(({ group_id: id }) => (id === null ? [] : [id]));
    const groups = await this.accounts.groupsOf(ids);
    return { ...page, groupNames: new Map(groups.map(({ id, name }) => [id, name])) };
  }
}
