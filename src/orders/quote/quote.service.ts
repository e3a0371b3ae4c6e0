import { Injectable } from '@nestjs/common';
import type { Principal } from '../../account/access/principal.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { OrderDelivery } from '../delivery/order-delivery.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import { OrderRules } from '../placement/order-rules.js';
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
    private readonly rules: OrderRules,
    private readonly reader: RequestReader,
  ) {}

  /**
   * @param sent its key is ignored.
   * @throws the errors of newOrder in their order: 109, 110, 106/112/113, 114, 118, 105, 100, 119; 111 as newOrder would
   */
  async quote(principal: Principal, sent: SentRequest): Promise<QuoteShape> {
    const request = this.reader.readQuote(sent);
    const view = await this.visibility.viewAround(principal, requestedProductId(request));
    const product = requestedProduct(view, request);
    const order = requestedOrder(this.reader.quoteKey(principal), product, request);
    const isPreviewed = await this.delivery.preview(orderToFulfill(order), product.fulfillment);
    const { spendable, unchecked } = await this.rules.preview(order, principal);
    return quoteShape(order, spendable, [...(isPreviewed ? [] : [DELIVERY]), ...unchecked]);
  }
}
