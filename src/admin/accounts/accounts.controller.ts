import { Get, Patch, Post, Put } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator, CurrentTimeLimit } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { IfMatch, Precondition } from '../http/entity-tag.js';
import { ChangeBody, JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { AccountAdmin } from './account-admin.service.js';
import { accountPage, ACCOUNTS_FILE } from './account-lists.js';
import { accountShape } from './account-shapes.js';
import {
  AccountChangeDto,
  AccountDto,
  AccountPageDto,
  AccountQuery,
  CreditLimitDto,
  NewAccountDto,
  SuspensionDto,
} from './accounts.dto.js';

@AdminController('Accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly search: AccountSearch,
    private readonly changes: AccountAdmin,
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

  @Post('accounts')
  @AdminRoute({
    name: 'account-create',
    permission: 'accounts.edit',
    summary: 'Make an account',
    status: 201,
    body: NewAccountDto,
    answer: AccountDto,
    hasEntityTag: true,
  })
  create(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewAccountDto) account: NewAccountDto,
  ): Promise<AccountDto> {
    return this.changes.create(account, author);
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

  @Patch('accounts/:id')
  @AdminRoute({
    name: 'account-set',
    permission: 'accounts.edit',
    summary: 'Change the settings of an account',
    body: AccountChangeDto,
    answer: AccountDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @IfMatch() expected: Precondition,
    @ChangeBody(AccountChangeDto) change: AccountChangeDto,
  ): Promise<AccountDto> {
    return this.changes.set(id, change, expected, author);
  }

  @Put('accounts/:id/credit-limit')
  @AdminRoute({
    name: 'account-credit-limit',
    permission: 'accounts.credit',
    summary: 'Set the credit limit of an account',
    body: CreditLimitDto,
    answer: AccountDto,
  })
  setCreditLimit(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(CreditLimitDto) { credit_limit: creditLimit }: CreditLimitDto,
  ): Promise<AccountDto> {
    return this.changes.setCreditLimit(id, creditLimit, author);
  }

  @Post('accounts/:id/suspend')
  @AdminRoute({
    name: 'account-suspend',
    permission: 'accounts.bar',
    summary: 'Bar an account from new orders, or from the API',
    body: SuspensionDto,
    answer: AccountDto,
  })
  suspend(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(SuspensionDto) { orders_only: ordersOnly = false }: SuspensionDto,
  ): Promise<AccountDto> {
    return this.changes.suspend(id, ordersOnly ? 'orders' : 'everything', author);
  }

  @Post('accounts/:id/resume')
  @AdminRoute({
    name: 'account-resume',
    permission: 'accounts.bar',
    summary: 'Let an account use the API again',
    answer: AccountDto,
  })
  resume(@CurrentOperator() { author }: Caller, @PathId('id') id: number): Promise<AccountDto> {
    return this.changes.suspend(id, 'nothing', author);
  }

  @Post('accounts/:id/resume-orders')
  @AdminRoute({
    name: 'account-resume-orders',
    permission: 'accounts.resume',
    summary: 'Let a halted account order again, once its books are right',
    answer: AccountDto,
  })
  resumeOrders(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @CurrentTimeLimit() timeLimit: AbortSignal,
  ): Promise<AccountDto> {
    return this.changes.resumeOrders(id, author, timeLimit);
  }
}
