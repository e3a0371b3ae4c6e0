import { Get } from '@nestjs/common';
import { accountList } from '../../operations/accounts/account.lists.js';
import { accountCreate, type AccountDto } from '../../operations/accounts/account.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import { idsOf, NO_NAMES, ThingNaming } from '../shell/thing-naming.service.js';
import type { Download } from '../visit/download.js';
import { looksLikeToken } from '../token-question/token-question.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { accountsPage, type FoundAccounts } from './accounts-page.js';

const NOTHING = { items: [], next: null, names: NO_NAMES };

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
    private readonly naming: ThingNaming,
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
      accountsPage(visit, await this.named(found), { search }),
    );
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const page = await this.named(await this.lists.first(accountList, visit));
    return accountsPage(visit, page, { search: {}, ...(refused && { create: refused.state }) });
  }

  private async named(page: PageOf<typeof accountList>): Promise<FoundAccounts> {
    return { ...page, names: await this.naming.of(idsOf(page.items)) };
  }
}
