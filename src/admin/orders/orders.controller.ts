import { Get, Post } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { Caller, CurrentOperator, CurrentTimeLimit } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathText } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { OrderAdmin } from './order-admin.service.js';
import { mayStillDecide } from './may-still-decide.js';
import { OrderListing } from './order-listing.service.js';
import { OrderSearchListing } from './order-search-listing.service.js';
import { OrderFindingsDto, OrderSearchQuery } from './order-search.dto.js';
import { orderShape } from './order-shapes.js';
import {
  AcceptDto,
  AcceptSeveralDto,
  DecisionDto,
  OrderDto,
  OrderPageDto,
  OrderQuery,
  OrderResultsDto,
  RejectDto,
  RejectSeveralDto,
} from './orders.dto.js';

@AdminController('Orders')
export class OrdersController {
  constructor(
    private readonly listing: OrderListing,
    private readonly search: OrderSearchListing,
    private readonly orders: OrderListService,
    private readonly changes: OrderAdmin,
  ) {}

  @Get('orders')
  @AdminRoute({
    name: 'orders',
    permission: 'orders.read',
    summary: 'The orders of all accounts, newest or oldest first',
    query: OrderQuery,
    answer: OrderPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(OrderQuery) query: OrderQuery,
  ): Promise<OrderPageDto> | StreamedAnswer {
    return this.listing.answer(query, caller);
  }

  @Get('order-search')
  @AdminRoute({
    name: 'order-search',
    permission: 'orders.read',
    summary:
      'Orders by whatever is known of them, newest first, and refused requests by order_uuid',
    query: OrderSearchQuery,
    answer: OrderFindingsDto,
  })
  find(
    @CurrentOperator() caller: Caller,
    @Parameters(OrderSearchQuery) query: OrderSearchQuery,
  ): Promise<OrderFindingsDto> {
    return this.search.find(query, caller);
  }

  @Get('orders/:order')
  @AdminRoute({
    name: 'order',
    permission: 'orders.read',
    summary: 'One order, by its id or order_uuid',
    answer: OrderDto,
  })
  async get(
    @CurrentOperator() caller: Caller,
    @PathText('order') idOrUuid: string,
  ): Promise<OrderDto> {
    const showsValues = caller.may('orders.values');
    const showsSupplierTexts = caller.may('costs.read') && caller.may('suppliers.balances');
    const order = await this.orders.get(idOrUuid, showsValues);
    return orderShape(order, showsValues, showsSupplierTexts);
  }

  @Post('orders/accept')
  @AdminRoute({
    name: 'orders-accept',
    permission: 'orders.decide',
    summary: 'Mark waiting orders as delivered, with an answer for each',
    body: AcceptSeveralDto,
    answer: OrderResultsDto,
    needsIdempotencyKey: true,
  })
  acceptAll(
    @CurrentOperator() caller: Caller,
    @CurrentTimeLimit() timeLimit: AbortSignal,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(AcceptSeveralDto) { order_ids: ids, ...decision }: AcceptSeveralDto,
  ): Promise<OrderResultsDto> {
    const mayGoOn = mayStillDecide(caller, timeLimit);
    return this.changes.acceptAll(ids, decision, key, caller.author, mayGoOn);
  }

  @Post('orders/reject')
  @AdminRoute({
    name: 'orders-reject',
    permission: 'orders.decide',
    summary: 'Reject waiting orders, with an answer for each; the money goes back at once',
    body: RejectSeveralDto,
    answer: OrderResultsDto,
    needsIdempotencyKey: true,
  })
  rejectAll(
    @CurrentOperator() caller: Caller,
    @CurrentTimeLimit() timeLimit: AbortSignal,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(RejectSeveralDto) { order_ids: ids, ...decision }: RejectSeveralDto,
  ): Promise<OrderResultsDto> {
    const mayGoOn = mayStillDecide(caller, timeLimit);
    return this.changes.rejectAll(ids, decision, key, caller.author, mayGoOn);
  }

  @Post('orders/:order/accept')
  @AdminRoute({
    name: 'order-accept',
    permission: 'orders.decide',
    summary: 'Mark a waiting order as delivered, with or without codes',
    body: AcceptDto,
    answer: DecisionDto,
    needsIdempotencyKey: true,
  })
  accept(
    @CurrentOperator() { author }: Caller,
    @PathText('order') id: string,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(AcceptDto) decision: AcceptDto,
  ): Promise<DecisionDto> {
    return this.changes.accept(id, decision, key, author);
  }

  @Post('orders/:order/reject')
  @AdminRoute({
    name: 'order-reject',
    permission: 'orders.decide',
    summary: 'Reject a waiting order; the money goes back at once',
    body: RejectDto,
    answer: DecisionDto,
    needsIdempotencyKey: true,
  })
  reject(
    @CurrentOperator() { author }: Caller,
    @PathText('order') id: string,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(RejectDto) decision: RejectDto,
  ): Promise<DecisionDto> {
    return this.changes.reject(id, decision, key, author);
  }
}
