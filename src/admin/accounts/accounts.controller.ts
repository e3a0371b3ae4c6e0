import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountDto, accountShape } from '../../operations/accounts/account.operations.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { ListFiles } from '../http/list-files.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { accountPage, ACCOUNTS_FILE } from './account-lists.js';
import { AccountPageDto, AccountQuery } from './accounts.dto.js';

@AdminController('Accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly search: AccountSearch,
    private readonly files: ListFiles,
  ) {}

  @Get('accounts')
  @AdminRoute({
    name: 'accounts',
    permission: 'accounts.read',
    summary:
      'The accounts with their balances, by id, or those of a search by the word that was found',
    query: AccountQuery,
    answer: AccountPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(AccountQuery) query: AccountQuery,
  ): Promise<AccountPageDto> | StreamedAnswer {
    const { accounts, search } = this;
    return this.files.answer(ACCOUNTS_FILE, query, caller, (part, reader) =>
      accountPage({ accounts, search }, part, reader.may('balance.read')),
    );
  }

  @Get('accounts/:id')
  @AdminRoute({
    name: 'account',
    permission: 'accounts.read',
    summary: 'One account with its settings',
    answer: AccountDto,
    hasEntityTag: true,
  })
  async get(@PathId('id') id: number): Promise<AccountDto> {
    return accountShape(await this.accounts.get(id));
  }
}
