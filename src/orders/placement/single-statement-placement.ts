import { Injectable } from '@nestjs/common';
import type { Admission } from '../../account/access/admission.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { AppError } from '../../common/app-error.js';
import { OrderDelivery } from '../delivery/order-delivery.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import type { KeyClaim } from '../order.entity.js';
import { OrderEvents } from '../order-events.service.js';
import { newOrderBody } from '../order-shapes.js';
import { OrderBatches } from './order-batches.js';
import { OrderRules } from './order-rules.js';
import {
  requestedOrder,
  requestedProduct,
  requestedProductId,
  waitingOrder,
  type OrderRequest,
} from './requested-order.js';

/**
 * Checks an order against the catalog in memory, and places it in one statement, which writes it only if catalog and
 * access revision are still those of the check. Most orders are placed like this: those of which the statement enforces all
 * rules, or all but the checks of extensions, that the operator fulfills, and that concern no listener of an extension.
 */
@Injectable()
export class SingleStatementPlacement {
  constructor(
    private readonly visibility: VisibilityService,
    private readonly delivery: OrderDelivery,
    private readonly batches: OrderBatches,
    private readonly rules: OrderRules,
    private readonly events: OrderEvents,
  ) {}

  /**
   * Never answers with a failed check.
   * @returns the answer as JSON; undefined when nothing was written, so that a transaction has to place or refuse it.
   * @throws CutOffError when the outcome of the statement is unknown; TemporarilyUnavailableError (111) when too many
   * orders wait, or when the caller has closed the connection
   */
  async place(
    admission: Admission,
    key: KeyClaim,
    request: OrderRequest,
  ): Promise<Buffer | undefined> {
    const checked = await this.checked(admission, key, request);
    if (!checked) return undefined;
    const order = waitingOrder(checked.order);
    const answer = newOrderBody(order);
    const { accessRevision: access, validUntil = Infinity } = admission.principal;
    const { revision: catalog, goodUntil = Infinity } = checked.view;
    const checkHoldsUntil = Math.min(validUntil, goodUntil);
    const { runChecks } = checked;
    const toPlace = { order, seen: { catalog, access }, checkHoldsUntil, runChecks };
    const isPlaced = await this.batches.place(toPlace, () => admission.isAwaited());
    return isPlaced ? answer : undefined;
  }

  /** @returns undefined when a check fails, or when the statement cannot do all that the order needs. */
  private async checked({ principal }: Admission, key: KeyClaim, request: OrderRequest) {
    if (!this.rules.mayBeInStatement(principal)) return undefined;
    const view = await this.visibility.viewAround(principal, requestedProductId(request));
    try {
      const product = requestedProduct(view, request);
      const order = requestedOrder(key, product, request);
      const rules = this.rules.areInStatement(order, principal);
      const isPlain =
        rules !== false &&
        this.delivery.isLeftToOperator(orderToFulfill(order), product.fulfillment) &&
        !this.events.concern(order, principal);
      if (!isPlain) return undefined;
      return { order, view, runChecks: rules === true ? undefined : rules };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
