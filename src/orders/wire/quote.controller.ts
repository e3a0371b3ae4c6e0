import { InLane } from '../../account/access/lanes/lane.js';
import { Controller, Get, Param } from '@nestjs/common';
import { ClosedWithOrders } from '../../account/closed-part.js';
import { CurrentPrincipal } from '../../account/access/current-principal.decorator.js';
import type { Principal } from '../../account/access/principal.js';
import { NeedsScope } from '../../account/access/needs-scope.js';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import {
  RequestParameters,
  UncheckedParameters,
} from '../../common/http/parameters/request-parameters.decorator.js';
import { ReadAnswer } from '../../common/http/prepared/prepared-answer.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { QuoteService } from '../quote/quote.service.js';
import {
  CHECK_ERRORS,
  FIELDS_PARAMETER,
  MAX_PRICE_PARAMETER,
  ProductIdParameter,
  QUANTITY_PARAMETER,
} from './order-route.js';
import { QuoteDto } from './quote.dto.js';

@InLane('reads')
@Controller(CLIENT_API)
@NeedsScope('orders')
export class QuoteController {
  constructor(private readonly quotes: QuoteService) {}

  @Get('quote/:product_id/params')
  @ApiWireRoute({
    name: 'quote',
    tag: 'Before an order',
    summary: 'What newOrder would answer now',
    description:
      'Takes the parameters of newOrder without `order_uuid`, and refuses with the same errors in the same order. ' +
      'It places no order, and takes nothing out of stock.',
    answer: { type: QuoteDto },
    query: [QUANTITY_PARAMETER, MAX_PRICE_PARAMETER, FIELDS_PARAMETER],
    errors: CHECK_ERRORS,
  })
  @ClosedWithOrders()
  @UncheckedParameters()
  @ProductIdParameter()
  quote(
    @CurrentPrincipal() principal: Principal,
    @Param('product_id') productId: string,
    @RequestParameters() parameters: FlatParameters,
  ): ReadAnswer {
    const request = { productId, parameters, via: [] };
    return new ReadAnswer(() => this.quotes.quote(principal, request));
  }
}
