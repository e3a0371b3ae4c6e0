import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings, FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type {
  FulfillmentHandler,
  OrderToFulfill,
} from '../../orders/delivery/fulfillment-handler.js';
import { OrderDelivery, type DeliveryStart } from '../../orders/delivery/order-delivery.js';
import { QuantityNotAvailableError } from '../../orders/rules/orders.errors.js';
import { DeliveryAtOnce, type TransactionHandler } from './delivery-at-once.js';
import { DeliveryPreviews, type Preview } from './delivery-previews.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';
import { MAX_CODES_PER_ORDER } from '../handlers/code-bounds.js';
import { HandlerAnswers } from '../handlers/handler-answers.js';

const TOO_MANY_PIECES = `at most ${MAX_CODES_PER_ORDER} pieces of this product can be delivered in one order`;

type AskHandler<Start> = (
  handler: TransactionHandler,
  settings: FulfillmentSettings,
) => Promise<Start | undefined>;

/** Starts the delivery of new orders. */
@Injectable()
export class OrderDeliveryService extends OrderDelivery {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly schedule: DeliverySchedule,
    private readonly answers: HandlerAnswers,
    private readonly previews: DeliveryPreviews,
    private readonly atOnce: DeliveryAtOnce,
  ) {
    super();
  }

  isLeftToOperator(order: OrderToFulfill, steps: readonly FulfillmentStep[]): boolean {
    const [first] = steps;
    if (!first) return true;
    const handler = this.registry.find(first.handler);
    if (!handler || handler.deliver) return false;
    return !handler.deliverInTransaction || !mayHandle(handler, order);
  }

  begin(
    manager: EntityManager,
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
  ): Promise<DeliveryStart> {
    const deliver: AskHandler<DeliveryStart> = (handler, settings) =>
      this.atOnce.deliver(manager, handler, order, settings);
    return this.ask(order, steps, deliver, manager);
  }

  async preview(order: OrderToFulfill, steps: readonly FulfillmentStep[]): Promise<boolean> {
    const start = await this.ask<Preview>(order, steps, (handler, settings) =>
      this.previews.preview(handler, order, settings),
    );
    return start.kind !== 'unknown';
  }

  /**
   * Asks the handlers that deliver in the transaction, in order, up to the first one that needs a job or the operator.
   * @param ask undefined if the handler refuses.
   * @param manager of the transaction of the order, if there is one.
   * @throws QuantityNotAvailableError (105)
   */
  private async ask<Start>(
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
    ask: AskHandler<Start>,
    manager?: EntityManager,
  ): Promise<Start | DeliveryStart> {
    let exceeds = false;
    for (const [step, { handler: code, settings }] of steps.entries()) {
      const handler = this.registry.find(code);
      // A handler that is missing in the configuration needs the job too, which notes that for the operator.
      if (!handler) return { kind: 'later', step };
      if (handler.deliver) {
        exceeds = await this.answers.wouldExceed(order, manager);
        if (!exceeds) return { kind: 'later', step };
        continue;
      }
      if (!deliversInTransaction(handler) || !mayHandle(handler, order))
        return { kind: 'operator' };
      const start = await ask(handler, settings);
      if (start) return start;
    }
    if (steps.length === 0) return { kind: 'operator' };
    throw new QuantityNotAvailableError(exceeds ? TOO_MANY_PIECES : undefined);
  }

  enqueueStep(
    manager: EntityManager,
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
    step: number,
  ): Promise<void> {
    return this.schedule.begin(manager, order, steps, step);
  }
}

function deliversInTransaction(handler: FulfillmentHandler): handler is TransactionHandler {
  return handler.deliverInTransaction !== undefined;
}

/** A test order must move no goods, so it is left to the operator unless the handler accepts test orders. */
export function mayHandle(handler: FulfillmentHandler, { rehearsal }: OrderToFulfill): boolean {
  return !rehearsal || handler.rehearses === true;
}
