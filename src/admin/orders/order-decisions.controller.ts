import { Post } from '@nestjs/common';
import { orderAccept, orderReject } from '../../operations/orders/order.operations.js';
import { orderAcceptOfSeveral } from '../../operations/orders/code.operations.js';
import { Caller, CurrentOperator, CurrentTimeLimit } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import {
  acceptedOrders,
  AcceptSeveralDto,
  ORDER_RESULTS,
  RejectSeveralDto,
  type OrderResultsDto,
} from './order-decisions.dto.js';
import { OrderDecisions } from './order-decisions.service.js';

@AdminController('Orders')
export class OrderDecisionsController {
  constructor(private readonly decisions: OrderDecisions) {}

  @Post('orders/accept')
  @AdminRoute({
    name: 'orders-accept',
    permission: orderAccept.permission,
    summary: 'Mark waiting orders as delivered, with an answer for each',
    body: AcceptSeveralDto,
    answer: ORDER_RESULTS.type,
    needsIdempotencyKey: true,
  })
  acceptAll(
    @CurrentOperator() caller: Caller,
    @CurrentTimeLimit() timeLimit: AbortSignal,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(AcceptSeveralDto) asked: AcceptSeveralDto,
  ): Promise<OrderResultsDto> {
    const decider = { caller, key, timeLimit };
    return this.decisions.decide(orderAcceptOfSeveral, acceptedOrders(asked), decider);
  }

  @Post('orders/reject')
  @AdminRoute({
    name: 'orders-reject',
    permission: orderReject.permission,
    summary: 'Reject waiting orders, with an answer for each; the money goes back at once',
    body: RejectSeveralDto,
    answer: ORDER_RESULTS.type,
    needsIdempotencyKey: true,
  })
  rejectAll(
    @CurrentOperator() caller: Caller,
    @CurrentTimeLimit() timeLimit: AbortSignal,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(RejectSeveralDto) { order_ids: ids, ...decision }: RejectSeveralDto,
  ): Promise<OrderResultsDto> {
    const rows = new Map(ids.map((id) => [id, decision]));
    return this.decisions.decide(orderReject, rows, { caller, key, timeLimit });
  }
}
