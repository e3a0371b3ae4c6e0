import { InLane } from '../../account/access/lanes/lane.js';
import { CountedAs } from '../../account/limits/limit-of-route.js';
import { applyDecorators, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExcludeEndpoint } from '@nestjs/swagger';
import { CurrentPrincipal } from '../../account/access/current-principal.decorator.js';
import { MayPlaceOrder } from '../../account/closed-part.js';
import { NeedsScope } from '../../account/access/needs-scope.js';
import type { Principal } from '../../account/access/principal.js';
import { RECEIPTS_PARAMETER } from '../../account/receipts/receipts.dto.js';
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
import { OrderLookup } from '../order-lookup.service.js';
import { OrderPlacementService } from '../placement/order-placement.service.js';
import { NewOrder, type NewOrderCall } from './new-order.decorator.js';
import { CheckDto, NewOrderDto } from './orders.dto.js';
import {
  CHECK_ERRORS,
  FIELDS_PARAMETER,
  MAX_PRICE_PARAMETER,
  ORDER_UUID_PARAMETER,
  ProductIdParameter,
  QUANTITY_PARAMETER,
} from './order-route.js';
import { OrderUuidSealedError, OrderUuidTakenError } from '../rules/orders.errors.js';

const NEW_ORDER = {
  tag: 'Orders',
  summary: 'Place an order, once a key',
  description:
    'Besides `order_uuid` and `qty`, one parameter for each account field in the product’s `params`. The same ' +
    'request under the same `order_uuid` answers the same order again and charges nothing.',
  answer: { type: NewOrderDto },
  errors: [
    OrderUuidTakenError.wire,
    OrderUuidSealedError.wire,
    ...CHECK_ERRORS,
    MethodNotAllowedError.wire,
  ],
} as const;

const NEW_ORDER_QUERY = [
  ORDER_UUID_PARAMETER,
  QUANTITY_PARAMETER,
  MAX_PRICE_PARAMETER,
  FIELDS_PARAMETER,
] as const;

/** The same parameters in a body; they may also stand in the URL, but each in one place only. */
const NEW_ORDER_BODY = {
  type: 'object',
  required: ['order_uuid'],
  properties: Object.fromEntries(
    [ORDER_UUID_PARAMETER, QUANTITY_PARAMETER, MAX_PRICE_PARAMETER].map(
      ({ name, type, description, example }) => [name, { type, description, example }],
    ),
  ),
  // The same types as those of the properties above: generated types want both to hold of every property.
  additionalProperties: {
    type: ['string', 'number', 'boolean'],
    description: FIELDS_PARAMETER.description,
  },
  example: { order_uuid: ORDER_UUID_PARAMETER.example, qty: 1, ...FIELDS_PARAMETER.example },
};

/** What all routes of newOrder have in common. As their lowest decorator, it documents the path before the query. */
const PlacesOrder = (): MethodDecorator =>
  applyDecorators(
    HttpCode(200),
    MayPlaceOrder(),
    InLane('orders'),
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
    example: `[${ORDER_UUID_PARAMETER.example}]`,
  },
  { name: 'uuid', type: 'string', description: '1: the list holds order_uuids.', example: '1' },
  {
    name: 'seal',
    type: 'string',
    description:
      '1, with uuid=1: each listed order_uuid that is unknown can never become an order from now on.',
    unlisted: true,
  },
  {
    name: 'details',
    type: 'string',
    description:
      '1: each order has its reason, which the shop gives for a rejection, and what was refunded, if something was.',
    example: '1',
    unlisted: true,
  },
  RECEIPTS_PARAMETER,
] as const;

@Controller(CLIENT_API)
@NeedsScope('orders')
export class OrdersController {
  constructor(
    private readonly placement: OrderPlacementService,
    private readonly checks: OrderLookup,
  ) {}

  @Get('newOrder/:product_id/params')
  @ApiWireRoute({ name: 'newOrder', group: 'V53', ...NEW_ORDER, query: NEW_ORDER_QUERY })
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
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({ schema: NEW_ORDER_BODY })
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
  @InLane('checks')
  @CountedAs('checks')
  @UseGuards(DeliberateSealGuard)
  @ApiWireRoute({
    name: 'check',
    group: 'V53',
    tag: 'Orders',
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
