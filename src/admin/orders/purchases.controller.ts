import { Get, Post } from '@nestjs/common';
import { Caller, CurrentOperator, CurrentTimeLimit } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathText } from '../http/path-parts.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { PurchaseAdmin } from './purchase-admin.service.js';
import { BoughtAgainDto, BuyAgainDto, OrderPurchaseDto } from './purchases.dto.js';

@AdminController('Orders')
export class PurchasesController {
  constructor(private readonly purchases: PurchaseAdmin) {}

  @Get('orders/:order/purchase')
  @AdminRoute({
    name: 'order-purchase',
    permission: 'orders.read',
    summary: 'What is being bought for a waiting order, and whether its supplier still knows it',
    answer: OrderPurchaseDto,
  })
  get(@PathText('order') idOrUuid: string): Promise<OrderPurchaseDto> {
    return this.purchases.get(idOrUuid);
  }

  @Post('orders/:order/ask-again')
  @AdminRoute({
    name: 'order-ask-again',
    permission: 'orders.decide',
    summary: 'Ask the supplier of a waiting order now, as happens later by itself',
    answer: OrderPurchaseDto,
  })
  askAgain(
    @CurrentOperator() { author }: Caller,
    @CurrentTimeLimit() timeLimit: AbortSignal,
    @PathText('order') idOrUuid: string,
  ): Promise<OrderPurchaseDto> {
    return this.purchases.askAgain(idOrUuid, author, timeLimit);
  }

  @Post('orders/:order/buy-again')
  @AdminRoute({
    name: 'order-buy-again',
    permission: 'orders.buy-again',
    summary: 'Buy an order again that its supplier has forgotten, under another key',
    description:
      'First the supplier seals the former key, or cannot and does not know it; otherwise nothing is bought. A supplier that has delivered or charged in the time that it has forgotten is to be settled with by hand.',
    body: BuyAgainDto,
    answer: BoughtAgainDto,
    needsIdempotencyKey: true,
  })
  buyAgain(
    @CurrentOperator() { author }: Caller,
    @PathText('order') idOrUuid: string,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(BuyAgainDto) { instead_of: insteadOf }: BuyAgainDto,
  ): Promise<BoughtAgainDto> {
    return this.purchases.buyAgain(idOrUuid, insteadOf, key, author);
  }
}
