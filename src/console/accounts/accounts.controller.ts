import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import type { Caller } from '../../admin/access/caller.js';
import { AccountAdmin } from '../../admin/accounts/account-admin.service.js';
import { accountPage, ACCOUNTS_FILE } from '../../admin/accounts/account-lists.js';
import {
  AccountQuery,
  NewAccountDto,
  type AccountPageDto,
} from '../../admin/accounts/accounts.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { OnceOnlyChanges } from '../../admin/requests/once-only.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentFormKey } from '../http/form-key.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
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
export class AccountsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly search: AccountSearch,
    private readonly changes: AccountAdmin,
    private readonly files: ListFiles,
    private readonly onceOnly: OnceOnlyChanges,
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
        this.page(part, reader),
      );
      return await pageOrFile(answer, 'accounts', async (page) =>
        accountsPage(visit, await this.withGroups(page), { search: { values } }),
      );
    } catch (error) {
      return accountsPage(visit, NOTHING, { search: { values, fault: formFault(error) } });
    }
  }

  @Post()
  @NeedsPermission('accounts.edit')
  async create(
    @CurrentVisit() visit: Visit,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    try {
      const asked = checked(NewAccountDto, { name: form.text('name'), ...form.given('email') });
      const create = () => this.changes.create(asked, visit.caller.author);
      const { id } = await this.onceOnly.runUnlessSent(key, create);
      return new SeeOther(`accounts/${id}`, { done: 'created' });
    } catch (error) {
      const create = { values: form.shown, fault: formFault(error) };
      const page = await this.withGroups(await this.page({}, visit.caller));
      return accountsPage(visit, page, { search: {}, create });
    }
  }

  private page(query: AccountQuery, reader: Caller): Promise<AccountPageDto> {
    const { accounts, search } = this;
    return accountPage({ accounts, search }, query, reader.may('balance.read'));
  }

  private async withGroups(page: AccountPageDto): Promise<FoundAccounts> {
    const ids = page.items.flatMap(({ group_id: id }) => (id === null ? [] : [id]));
    const groups = await this.accounts.groupsOf(ids);
    return { ...page, groupNames: new Map(groups.map(({ id, name }) => [id, name])) };
  }
}
