import { Post } from '@nestjs/common';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathText } from '../http/path-parts.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { ReversalAdmin } from './reversal-admin.service.js';
import { NewReversalDto, ReversalDto } from './reversals.dto.js';

@AdminController('Orders')
export class ReversalsController {
  constructor(private readonly reversals: ReversalAdmin) {}

  @Post('orders/:order/reversals')
  @AdminRoute({
    name: 'order-reverse',
    permission: 'orders.reverse',
    summary: 'Pay an accepted order back, whole or in part; it stays accepted',
    status: 201,
    body: NewReversalDto,
    answer: ReversalDto,
    needsIdempotencyKey: true,
  })
  reverse(
    @CurrentOperator() { author }: Caller,
    @PathText('order') idOrUuid: string,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(NewReversalDto) reversal: NewReversalDto,
  ): Promise<ReversalDto> {
    return this.reversals.reverse(idOrUuid, reversal, key, author);
  }
}
