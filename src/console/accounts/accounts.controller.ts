import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import { AccountAdmin } from '../../admin/accounts/account-admin.service.js';
import { accountPage } from '../../admin/accounts/account-lists.js';
import { AccountQuery, NewAccountDto } from '../../admin/accounts/accounts.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
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
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | SeeOther> {
    const values = parametersOf(visit.query, ['text', 'group_id']);
    if (itemId(values.text ?? '') !== undefined) return new SeeOther(`accounts/${values.text}`);
    const paging = parametersOf(visit.query, ['cursor']);
    try {
      const found = await this.found(visit, checked(AccountQuery, { ...values, ...paging }));
      return accountsPage(visit, found, { search: { values } });
    } catch (error) {
      return accountsPage(visit, NOTHING, { search: { values, fault: formFault(error) } });
    }
  }

  @Post()
  @NeedsPermission('accounts.edit')
  async create(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    try {
      const asked = checked(NewAccountDto, { name: form.text('name'), ...form.given('email') });
      const { id } = await this.changes.create(asked, visit.caller.author);
      return new SeeOther(`accounts/${id}`, { done: 'created' });
    } catch (error) {
      const create = { values: form.shown, fault: formFault(error) };
      return accountsPage(visit, await this.found(visit, {}), { search: {}, create });
    }
  }

  private async found(visit: Visit, query: AccountQuery): Promise<FoundAccounts> {
    const { accounts, search } = this;
    const showsBalances = visit.caller.may('balance.read');
    const page = await accountPage({ accounts, search }, query, showsBalances);
    const ids = page.items.flatMap(({ group_id: id }) => (id === null ? [] : [id]));
    const groups = await this.accounts.groupsOf(ids);
    return { ...page, groupNames: new Map(groups.map(({ id, name }) => [id, name])) };
  }
}
