import { Get, Post, Put } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathText } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { StockAdmin, STOCKS_FILE } from './stock-admin.service.js';
import { WithdrawalAdmin } from './withdrawal-admin.service.js';
import {
  AddedCodesDto,
  NewCodesDto,
  ReleaseDto,
  ReleasedDto,
  StockDto,
  StockPageDto,
  WarnBelowDto,
  WithdrawalDto,
  WithdrawnCodesDto,
} from './stocks.dto.js';

@AdminController('Stock')
export class StocksController {
  constructor(
    private readonly stocks: StockAdmin,
    private readonly files: ListFiles,
    private readonly withdrawals: WithdrawalAdmin,
  ) {}

  @Get('stocks')
  @AdminRoute({
    name: 'stocks',
    permission: 'stock.read',
    summary: 'The stocks of codes, and what is left of them',
    query: ListQuery,
    answer: StockPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<StockPageDto> | StreamedAnswer {
    return this.files.answer(STOCKS_FILE, query, caller, (part) => this.stocks.page(part));
  }

  @Post('stocks/:name/codes')
  @AdminRoute({
    name: 'stock-add',
    permission: 'stock.import',
    summary: 'Add codes to a stock, which is made when it is new',
    description: 'The same codes may be sent again: those that were ever in stock are skipped.',
    body: NewCodesDto,
    answer: AddedCodesDto,
  })
  addCodes(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @JsonBody(NewCodesDto) codes: NewCodesDto,
  ): Promise<AddedCodesDto> {
    return this.stocks.addCodes(name, codes, author);
  }

  @Put('stocks/:name/warn-below')
  @AdminRoute({
    name: 'stock-warn',
    permission: 'stock.edit',
    summary: 'Set below how many free codes a stock is worth a warning',
    body: WarnBelowDto,
    answer: StockDto,
  })
  setWarning(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @JsonBody(WarnBelowDto) { warn_below: warnBelow }: WarnBelowDto,
  ): Promise<StockDto> {
    return this.stocks.setWarning(name, warnBelow, author);
  }

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

  @Post('stocks/:name/release')
  @AdminRoute({
    name: 'stock-release',
    permission: 'stock.edit',
    summary: 'Sell codes again that are held back after a restore',
    body: ReleaseDto,
    answer: ReleasedDto,
  })
  release(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @JsonBody(ReleaseDto) release: ReleaseDto,
  ): Promise<ReleasedDto> {
    return this.stocks.release(name, release, author);
  }
}
