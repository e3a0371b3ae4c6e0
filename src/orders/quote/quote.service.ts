import { Injectable } from '@nestjs/common';
import type { Principal } from '../../account/access/principal.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { OrderChecks } from '../checks/order-checks.js';
import { OrderDelivery } from '../delivery/order-delivery.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import { newOrderId } from '../placement/order-id.js';
import {
  requestedOrder,
  requestedProduct,
  requestedProductId,
  type SentRequest,
} from '../placement/requested-order.js';
import { RequestReader } from '../placement/request-reader.js';
import { quoteShape, type QuoteShape } from './quote-shape.js';

/** Stands for all handlers: their codes would tell a reseller who supplies the shop. */
const DELIVERY = 'delivery';

/** Says what newOrder would answer now, by the same checks, without writing or locking anything. */
@Injectable()
export class QuoteService {
  constructor(
    private readonly visibility: VisibilityService,
    private readonly delivery: OrderDelivery,
    private readonly balances: BalanceService,
    private readonly checks: OrderChecks,
    private readonly reader: RequestReader,
  ) {}

  /**
   * @param sent its key is ignored.
   * @throws the errors of newOrder in their order: 109, 110, 106/112/113, 114, 118, 105, 100, 119; 111 as newOrder would
   */
  async quote(principal: Principal, sent: SentRequest): Promise<QuoteShape> {
    const { accountId } = principal;
    const request = this.reader.readQuote(sent);
    const view = await this.visibility.viewAround(principal, requestedProductId(request));
    const product = requestedProduct(view, request);
    const key = { accountId, orderUuid: '', orderId: newOrderId() };
    const order = requestedOrder(key, product, request);
    const toFulfill = orderToFulfill(order);
    const isPreviewed = await this.delivery.preview(toFulfill, product.fulfillment);
    const balance = order.rehearsal
      ? (await this.balances.of(accountId)).spendable
      : await this.balances.assertChargeable(principal, order.total);
    const unchecked = [...(isPreviewed ? [] : [DELIVERY]), ...this.checks.namesFor(toFulfill)];
    return quoteShape(order, balance, unchecked);
  }
}
