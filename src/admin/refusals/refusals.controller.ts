import { Get } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { Parameters } from '../http/query.js';
import { RefusalListing } from './refusal-listing.service.js';
import { RefusalPageDto, RefusalQuery } from './refusals.dto.js';

@AdminController('Orders')
export class RefusalsController {
  constructor(private readonly refusals: RefusalListing) {}

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
    return this.refusals.answer(query, caller);
  }
}
