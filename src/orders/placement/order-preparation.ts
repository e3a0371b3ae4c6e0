import { Injectable } from '@nestjs/common';
import type { Principal } from '../../account/access/principal.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { AppError, TemporarilyUnavailableError } from '../../common/app-error.js';
import { OrderDelivery } from '../delivery/order-delivery.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import { StockDelivery, type StockRequest } from '../delivery/stock-delivery.js';
import type { KeyClaim } from '../order.entity.js';
import { OrderEvents } from '../order-events.service.js';
import type { OrderToPlace } from '../order.repository.js';
import { slowerWay, type OrderWay } from './order-rule.js';
import { OrderRules } from './order-rules.js';
import {
  requestedOrder,
  requestedProduct,
  requestedProductId,
  type OrderRequest,
  type RequestedOrder,
} from './requested-order.js';

/** What the catalog in memory says of a request, and until when. */
export type PreparedOrder = Pick<OrderToPlace, 'seen' | 'checkHoldsUntil'> &
  ({ readonly refusal: AppError } | OrderByWay);

/** An order that the catalog admits, and by which way it may be placed. */
interface OrderByWay {
  readonly order: RequestedOrder;
  readonly way: Exclude<OrderWay, 'alone'>;
  /** Of codes from stock; undefined for an order that is left to the operator. */
  readonly stock: StockRequest | undefined;
}

/** Checks orders against the catalog in memory. */
@Injectable()
export class OrderPreparation {
  constructor(
    private readonly visibility: VisibilityService,
    private readonly delivery: OrderDelivery,
    private readonly stock: StockDelivery,
    private readonly rules: OrderRules,
    private readonly events: OrderEvents,
  ) {}

  /** @returns undefined for an order that needs a transaction of its own */
  async prepare(
    principal: Principal,
    key: KeyClaim,
    request: OrderRequest,
  ): Promise<PreparedOrder | undefined> {
    const view = await this.visibility.viewAround(principal, requestedProductId(request));
    const { accessRevision: access, validUntil = Infinity } = principal;
    const { revision: catalog, goodUntil = Infinity } = view;
    const checked = {
      seen: { catalog, access },
      checkHoldsUntil: Math.min(validUntil, goodUntil),
    };
    try {
      const product = requestedProduct(view, request);
      const order = requestedOrder(key, product, request);
      const stock = this.requestOf(order, product.fulfillment);
      const way = slowerWay(
        this.rules.wayOf(order, principal),
        slowerWay(this.wayOfDelivery(stock), this.wayOfEvents(order, principal)),
      );
      return way === 'alone' ? undefined : { ...checked, order, way, stock };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // What is not decided now, such as a policy that has failed, is decided by a transaction.
      const isFinal = error.wire.code !== TemporarilyUnavailableError.wire.code;
      return isFinal ? { ...checked, refusal: error } : undefined;
    }
  }

  /** Undefined for an order that is left to the operator. */
  private requestOf(
    order: RequestedOrder,
    steps: readonly FulfillmentStep[],
  ): StockRequest | undefined {
    const toFulfill = orderToFulfill(order);
    return this.delivery.isLeftToOperator(toFulfill, steps) ? undefined : { toFulfill, steps };
  }

  private wayOfDelivery(request: StockRequest | undefined): OrderWay {
    if (!request) return 'statement';
    return this.stock.delivers(request) ? 'batch' : 'alone';
  }

  private wayOfEvents(order: RequestedOrder, principal: Principal): OrderWay {
    return this.events.concern(order, principal) ? 'batch' : 'statement';
  }
}
