import { Get } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { OrderRefusals } from '../../orders/refusals/order-refusals.service.js';
import { ListFiles } from '../http/list-files.js';
import { Parameters } from '../http/query.js';
import { refusalPage, REFUSALS_FILE } from './refusal-lists.js';
import { RefusalPageDto, RefusalQuery } from './refusals.dto.js';

@AdminController('Orders')
export class RefusalsController {
  constructor(
    private readonly refusals: OrderRefusals,
    private readonly files: ListFiles,
  ) {}

  @Get('refusals')
  @AdminRoute({
    name: 'refusals',
    permission: 'orders.read',
    summary: 'Refused orders of the last 30 days, newest first',
    query: RefusalQuery,
    answer: RefusalPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(RefusalQuery) query: RefusalQuery,
  ): Promise<RefusalPageDto> | StreamedAnswer {
    return this.files.answer(REFUSALS_FILE, query, caller, (part) =>
      refusalPage(this.refusals, part),
    );
  }
}
