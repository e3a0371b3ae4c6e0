import { Injectable } from '@nestjs/common';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
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
    private readonly fulfillments: FulfillmentRepository,
  ) {}

  /** The state of an order's delivery; null for an order that was left to the operator from the beginning. */
  progressOf(order: OrderRef): Promise<Fulfillment | null> {
    return this.fulfillments.find(order);
  }

  /** The codes of all handlers. */
  handlers(): string[] {
    return this.registry.codes();
  }

  /** @throws OperatorError for steps that no product can have */
  async assertPlan(steps: readonly FulfillmentStep[]): Promise<void> {
    if (steps.length > MAX_STEPS) {
      throw new OperatorError(...sentence('delivery.too-many', { most: MAX_STEPS }));
    }
    for (const { handler, settings } of steps) {
      await this.registry.get(handler).checkSettings(settings);
    }
    const manual = steps.findIndex(({ handler }) => handler === 'manual');
    if (manual >= 0 && manual < steps.length - 1) {
      throw new OperatorError(...sentence('delivery.manual-last'));
    }
  }
}
