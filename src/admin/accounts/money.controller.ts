import { Get } from '@nestjs/common';
import { BalanceDto } from '../../operations/accounts/balance.operations.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { ListFiles } from '../http/list-files.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { LEDGER_FILE, MoneyAdmin } from './money-admin.service.js';
import { LedgerPageDto, LedgerQuery } from './money.dto.js';

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
}
