import { Post } from '@nestjs/common';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathText } from '../http/path-parts.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { WithdrawalAdmin } from './withdrawal-admin.service.js';
import { WithdrawalDto, WithdrawnCodesDto } from './withdrawal.dto.js';

/** By hand: the codes of an answer are kept for the same request, encrypted. */
@AdminController('Stock')
export class WithdrawalsController {
  constructor(private readonly withdrawals: WithdrawalAdmin) {}

  @Post('stocks/:name/withdraw')
  @AdminRoute({
    name: 'stock-withdraw',
    permission: 'stock.withdraw',
    summary: 'Take free codes out of a stock, which answers them',
    description: 'The codes are no longer in stock; the same request answers them again.',
    body: WithdrawalDto,
    answer: WithdrawnCodesDto,
    needsIdempotencyKey: true,
  })
  withdraw(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(WithdrawalDto) { count }: WithdrawalDto,
  ): Promise<WithdrawnCodesDto> {
    return this.withdrawals.withdraw(name, count, key, author);
  }
}
