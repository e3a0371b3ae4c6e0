import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import type { Caller } from '../../admin/access/caller.js';
import { accountPage, ACCOUNTS_FILE } from '../../admin/accounts/account-lists.js';
import { AccountQuery, type AccountPageDto } from '../../admin/accounts/accounts.dto.js';
import { accountCreate, type AccountDto } from '../../operations/accounts/account.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import type { RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import { looksLikeToken } from '../token-question/token-question.js';
import { FILTER_PARAMETERS } from '../visit/filter-pages.js';
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
    private readonly search: AccountSearch,
    private readonly files: ListFiles,
    readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download | SeeOther> {
    const values = parametersOf(visit.query, FILTER_PARAMETERS.accounts);
    if (itemId(values.text ?? '') !== undefined) return new SeeOther(`accounts/${values.text}`);
    if (looksLikeToken(values.text ?? '') && visit.caller.may('tokens.read')) {
      return accountsPage(visit, NOTHING, { search: {}, hasToken: true });
    }
    const paging = parametersOf(visit.query, LIST_PARAMETERS);
    try {
      const query = checked(AccountQuery, { ...values, ...paging });
      const answer = this.files.answer(ACCOUNTS_FILE, query, visit.caller, (part, reader) =>
        this.found(part, reader),
      );
      return await pageOrFile(answer, 'accounts', async (page) =>
        accountsPage(visit, await this.withGroups(page), { search: { values } }),
      );
    } catch (error) {
      return accountsPage(visit, NOTHING, { search: { values, fault: formFault(error) } });
    }
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const page = await this.withGroups(await this.found({}, visit.caller));
    return accountsPage(visit, page, { search: {}, ...(refused && { create: refused.state }) });
  }

  private found(query: AccountQuery, reader: Caller): Promise<AccountPageDto> {
    const { accounts, search } = this;
    return accountPage({ accounts, search }, query, reader.may('balance.read'));
  }

  private async withGroups(page: AccountPageDto): Promise<FoundAccounts> {
    const ids = page.items.flatMap(({ group_id: id }) => (id === null ? [] : [id]));
    const groups = await this.accounts.groupsOf(ids);
    return { ...page, groupNames: new Map(groups.map(({ id, name }) => [id, name])) };
  }
}
