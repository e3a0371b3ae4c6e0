import { Get, Post } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { BalanceDto } from './accounts.dto.js';
import { LEDGER_FILE, MoneyAdmin } from './money-admin.service.js';
import { AdjustmentDto, DepositDto, LedgerPageDto, LedgerQuery } from './money.dto.js';

@AdminController('Balances')
export class MoneyController {
  constructor(
    private readonly money: MoneyAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get('accounts/:id/balance')
  @AdminRoute({
    name: 'balance',
    permission: 'balance.read',
    summary: 'What an account has and can spend',
    answer: BalanceDto,
  })
  balance(@PathId('id') id: number): Promise<BalanceDto> {
    return this.money.balance(id);
  }

  @Get('accounts/:id/ledger')
  @AdminRoute({
    name: 'ledger',
    permission: 'balance.read',
    summary: 'The ledger of an account, newest first',
    query: LedgerQuery,
    answer: LedgerPageDto,
  })
  ledger(
    @CurrentOperator() caller: Caller,
    @PathId('id') id: number,
    @Parameters(LedgerQuery) query: LedgerQuery,
  ): Promise<LedgerPageDto> | StreamedAnswer {
    return this.files.answer(LEDGER_FILE, query, caller, (part) => this.money.entries(id, part));
  }

  @Post('accounts/:id/deposits')
  @AdminRoute({
    name: 'balance-deposit',
    permission: 'balance.deposit',
    summary: 'Add money',
    status: 201,
    body: DepositDto,
    answer: BalanceDto,
    needsIdempotencyKey: true,
  })
  deposit(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(DepositDto) deposit: DepositDto,
  ): Promise<BalanceDto> {
    return this.money.deposit(id, deposit, key, author);
  }

  @Post('accounts/:id/adjustments')
  @AdminRoute({
    name: 'balance-adjust',
    permission: 'balance.adjust',
    summary: 'Correct a balance, up or down, within its credit limit',
    status: 201,
    body: AdjustmentDto,
    answer: BalanceDto,
    needsIdempotencyKey: true,
  })
  adjust(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(AdjustmentDto) adjustment: AdjustmentDto,
  ): Promise<BalanceDto> {
    return this.money.adjust(id, adjustment, key, author);
  }
}
