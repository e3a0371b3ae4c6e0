import { Post } from '@nestjs/common';
import {
  BasePriceChangeDto,
  CHANGED_PRICES,
  type ChangedPricesDto,
} from '../../operations/catalog/base-prices.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { BasePriceAdmin } from './base-price-admin.service.js';

/** By hand: a dry run is no change, and the console expects the prices that it has shown. */
@AdminController('Prices and visibility')
export class BasePricesController {
  constructor(private readonly basePrices: BasePriceAdmin) {}

  @Post('base-prices')
  @AdminRoute({
    name: 'base-prices-change',
    permission: 'prices.edit',
    summary: 'Change base prices by a percentage, for everyone, or tell what would change',
    body: BasePriceChangeDto,
    answer: CHANGED_PRICES.type,
    needsIdempotencyKey: true,
  })
  changeBasePrices(
    @CurrentOperator() { author }: Caller,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(BasePriceChangeDto) change: BasePriceChangeDto,
  ): Promise<ChangedPricesDto> {
    return this.basePrices.change(change, key, author);
  }
}
