import { Injectable } from '@nestjs/common';
import type { Admission } from '../../account/access/current-admission.decorator.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { AppError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import { OrderDelivery } from '../delivery/order-delivery.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import type { IdempotencyKey } from '../order.entity.js';
import { newOrderBody } from '../order-shapes.js';
import { OrderBatches } from './order-batches.js';
import {
  requestedOrder,
  requestedProduct,
  requestedProductId,
  waitingOrder,
  type OrderRequest,
} from './requested-order.js';

/**
 * Places an order in one statement that checks nothing but that all which the order was checked against in memory still
 * holds. Most orders go this way: those that somebody pays for, and that the operator delivers.
 */
@Injectable()
export class SingleStatementPlacement {
  constructor(
    private readonly visibility: VisibilityService,
    private readonly delivery: OrderDelivery,
    private readonly batches: OrderBatches,
  ) {}

  /**
   * Never refuses an order.
   * @returns the JSON of the answer; undefined when nothing was written, and a transaction has to decide.
   * @throws CutOffError when nobody knows what has become of the statement; TemporarilyUnavailableError (111) when too
   * many orders wait, or when nobody waits for this one any more.
   */
  async place(
    caller: Admission,
    key: IdempotencyKey,
    request: OrderRequest,
  ): Promise<Buffer | undefined> {
    const checked = await this.checked(caller, key, request);
    if (!checked) return undefined;
    const order = waitingOrder(checked.order);
    const answer = newOrderBody(order);
    const seen = { catalog: checked.revision, access: caller.principal.accessRevision };
    const isPlaced = await this.batches.place({ order, seen }, () => caller.isAwaited());
    return isPlaced ? answer : undefined;
  }

  /** By the catalog in memory; undefined when something speaks against the order, or against this way. */
  private async checked({ principal }: Admission, key: IdempotencyKey, request: OrderRequest) {
    // The statement tells nobody that a balance is low.
    if (principal.webhook !== null && principal.webhook.balanceLow !== null) return undefined;
    const view = await this.visibility.viewAround(principal, requestedProductId(request));
    try {
      const product = requestedProduct(view, request);
      const order = requestedOrder(key, product, request);
      const movesMoney = !order.rehearsal && numericText(order.total) !== '0';
      const isLeftToOperator = this.delivery.isLeftToOperator(
        orderToFulfill(order),
        product.fulfillment,
      );
      return movesMoney && isLeftToOperator ? { order, revision: view.revision } : undefined;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
