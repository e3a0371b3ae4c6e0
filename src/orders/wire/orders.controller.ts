import { applyDecorators, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { CurrentPrincipal } from '../../account/access/current-principal.decorator.js';
import { MayPlaceOrder } from '../../account/access/closed-part.js';
import { NeedsScope } from '../../account/access/needs-scope.js';
import type { Principal } from '../../account/access/principal.js';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { MethodNotAllowedError } from '../../common/http/http.errors.js';
import {
  RequestParameters,
  UncheckedParameters,
} from '../../common/http/parameters/request-parameters.decorator.js';
import { ReadAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { DeliberateRequestGuard, DeliberateSealGuard } from './deliberate-request.guard.js';
import { OrderCheckService } from '../order-check.service.js';
import { OrderPlacementService } from '../placement/order-placement.service.js';
import { NewOrder, type NewOrderCall } from './new-order.decorator.js';
import { CheckDto, NewOrderDto } from './orders.dto.js';
import {
  CHECK_ERRORS,
  MAX_PRICE_PARAMETER,
  ProductIdParameter,
  QUANTITY_PARAMETER,
} from './order-route.js';
import { OrderUuidSealedError, OrderUuidTakenError } from '../rules/orders.errors.js';

const NEW_ORDER = {
  summary: 'Place an order, once a key',
  description:
    'Besides `order_uuid` and `qty`, one parameter for each account field in the product’s `params`. The same ' +
    'request under the same `order_uuid` answers the same order again and charges nothing.',
  answer: { type: NewOrderDto },
  query: [
    {
      name: 'order_uuid',
      type: 'string',
      required: true,
      description: 'A new UUIDv4 for every distinct order.',
      example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11',
    },
    QUANTITY_PARAMETER,
    MAX_PRICE_PARAMETER,
  ],
  errors: [
    OrderUuidTakenError.wire,
    OrderUuidSealedError.wire,
    ...CHECK_ERRORS,
    MethodNotAllowedError.wire,
  ],
} as const;

/** What all routes of newOrder have in common. As their lowest decorator, it documents the path before the query. */
const PlacesOrder = (): MethodDecorator =>
  applyDecorators(
    HttpCode(200),
    MayPlaceOrder(),
    UseGuards(DeliberateRequestGuard),
    UncheckedParameters(),
    ProductIdParameter(),
  );

/** The parameters of check. */
const CHECK_QUERY = [
  {
    name: 'orders',
    type: 'string',
    required: true,
    description: 'Up to 200 order ids (with uuid=1 order_uuids) as a bracketed list.',
    example: '[ID_9fffb0d849a45215]',
  },
  { name: 'uuid', type: 'string', description: '1: the list holds order_uuids.', example: '1' },
  {
    name: 'seal',
    type: 'string',
    description:
      '1, with uuid=1: each listed order_uuid that is unknown can never become an order from now on.',
    example: '1',
    unlisted: true,
  },
  {
    name: 'details',
    type: 'string',
    description: '1: each order has its reason, which the shop gives for a rejection.',
    example: '1',
    unlisted: true,
  },
] as const;

@Controller(CLIENT_API)
@NeedsScope('orders')
export class OrdersController {
  constructor(
    private readonly placement: OrderPlacementService,
    private readonly checks: OrderCheckService,
  ) {}

  @Get('newOrder/:product_id/params')
  @ApiWireRoute({ name: 'newOrder', group: 'V53', ...NEW_ORDER })
  @PlacesOrder()
  newOrder(@NewOrder() call: NewOrderCall): Promise<Buffer> {
    return this.placement.place(call.admission, call);
  }

  /** Some clients leave `/params` out. */
  @Get('newOrder/:product_id')
  @ApiExcludeEndpoint()
  @PlacesOrder()
  newOrderWithoutParams(@NewOrder() call: NewOrderCall): Promise<Buffer> {
    return this.placement.place(call.admission, call);
  }

  /** Some clients only send POST. */
  @Post('newOrder/:product_id/params')
  @ApiWireRoute({ name: 'newOrder-post', ...NEW_ORDER })
  @PlacesOrder()
  postOrder(@NewOrder() call: NewOrderCall): Promise<Buffer> {
    return this.placement.place(call.admission, call);
  }

  @Post('newOrder/:product_id')
  @ApiExcludeEndpoint()
  @PlacesOrder()
  postOrderWithoutParams(@NewOrder() call: NewOrderCall): Promise<Buffer> {
    return this.placement.place(call.admission, call);
  }

  @Get('check')
  @UseGuards(DeliberateSealGuard)
  @ApiWireRoute({
    name: 'check',
    group: 'V53',
    summary: 'The state of orders',
    description: 'In the order of the request; unknown orders are left out.',
    answer: { type: CheckDto },
    query: CHECK_QUERY,
    errors: [MethodNotAllowedError.wire],
  })
  check(
    @CurrentPrincipal() principal: Principal,
    @RequestParameters() parameters: FlatParameters,
  ): ReadAnswer {
    const read = async () => ({
      status: 'OK',
      ...(await this.checks.check(principal, parameters)),
    });
    return new ReadAnswer(read);
  }
}
