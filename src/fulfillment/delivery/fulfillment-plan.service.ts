import { Injectable } from '@nestjs/common';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { ProductService, type ChangedProduct } from '../../catalog/editing/product.service.js';
import { OperatorError } from '../../common/app-error.js';
import { messageKey } from '../../common/message-key.js';
import type { OrderRef } from '../../orders/order.entity.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { FulfillmentRepository } from './fulfillment.repository.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';

const MAX_STEPS = 10;

/** The handlers of a product, as the operator sets them. */
@Injectable()
export class FulfillmentPlanService {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly products: ProductService,
    private readonly fulfillments: FulfillmentRepository,
  ) {}

  /** The state of an order's delivery; null for an order that was left to the operator from the beginning. */
  progressOf(order: OrderRef): Promise<Fulfillment | null> {
    return this.fulfillments.find(order);
  }

  async get(productId: number): Promise<readonly FulfillmentStep[]> {
    return (await this.products.get(productId)).fulfillment;
  }

  /** The codes of all handlers. */
  handlers(): string[] {
    return this.registry.codes();
  }

  /**
   * Orders that were placed before keep the handlers that they had.
   * @param expects throws if the handlers as they are now must not be changed
   * @throws OperatorError
   */
  async set(
    productId: number,
    steps: readonly FulfillmentStep[],
    expects: (present: readonly FulfillmentStep[]) => void = () => undefined,
  ): Promise<ChangedProduct> {
    if (steps.length > MAX_STEPS) {
      throw new OperatorError(`A product has at most ${MAX_STEPS} handlers.`, {
        messageKey: messageKey('delivery.too-many', { most: MAX_STEPS }),
      });
    }
    for (const { handler, settings } of steps) {
      await this.registry.get(handler).checkSettings(settings);
    }
    const manual = steps.findIndex(({ handler }) => handler === 'manual');
    if (manual >= 0 && manual < steps.length - 1) {
      throw new OperatorError('The handler "manual" refuses nothing, so it can only be the last.', {
        messageKey: messageKey('delivery.manual-last', {}),
      });
    }
    return this.products.setFulfillment(productId, steps, ({ fulfillment }) => {
      expects(fulfillment);
    });
  }
}
