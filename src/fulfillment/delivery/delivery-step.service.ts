import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
  OrderToFulfill,
} from '../../orders/delivery/fulfillment-handler.js';
import { OrderCloseService } from '../../orders/order-close.service.js';
import type { Verdict } from '../../orders/order-closing.service.js';
import { orderToFulfill } from '../../orders/delivery/order-to-fulfill.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { deliveryProgress, leftToOperator, type DeliveryProgress } from './delivery-progress.js';
import { DeliverySchedule } from './delivery-schedule.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { actorOf } from './delivery-at-once.js';
import { mayHandle } from './order-delivery.service.js';
import { HandlerAnswers } from '../handlers/handler-answers.js';
import { UnusableAnswerError } from '../handlers/outcomes.js';
import { DeliveredOnce } from '../repeats/delivered-once.service.js';

/**
 * Applies one outcome to a delivery. The order, its money and the next job change in one transaction. What another order has got
 * already is not delivered: the order waits for the operator.
 */
@Injectable()
export class DeliveryStepService {
  constructor(
    private readonly orders: OrderCloseService,
    private readonly schedule: DeliverySchedule,
    private readonly answers: HandlerAnswers,
    private readonly once: DeliveredOnce,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Null if the order is closed, or, where it is only asked for if due, if no handler is to be asked now. */
  findOpen(order: OrderRef, only?: 'due'): Promise<Fulfillment | null> {
    return this.schedule.findOpen(order, only);
  }

  /** Checks the answer of a handler that was asked outside of any transaction. @throws UnusableAnswerError */
  async checked(order: OrderToFulfill, answer: FulfillmentOutcome): Promise<FulfillmentOutcome> {
    try {
      return await this.answers.checked(order, answer);
    } catch (error) {
      // Also codes that are too many show that the product is delivered as codes, so that no further order is sent.
      if (error instanceof UnusableAnswerError) await this.answers.noteCodes(order, answer);
      throw error;
    }
  }

  /** Lets a handler deliver in the transaction that closes the order. @throws UnusableAnswerError */
  async deliverInTransaction(
    fulfillment: Fulfillment,
    handler: FulfillmentHandler,
    settings: FulfillmentSettings,
  ): Promise<void> {
    await this.advance(fulfillment, async (manager, order) => {
      const toFulfill = orderToFulfill(order);
      if (!mayHandle(handler, toFulfill)) return null;
      const outcome = await handler.deliverInTransaction?.(manager, toFulfill, settings);
      return outcome ? this.answers.checked(toFulfill, outcome, manager) : null;
    });
  }

  /** Applies the outcome of a handler that was asked outside of any transaction; null leaves the order to the operator. */
  async applyOutcome(fulfillment: Fulfillment, outcome: FulfillmentOutcome | null): Promise<void> {
    const applied: OrderToFulfill[] = [];
    await this.advance(fulfillment, (_, order) => {
      applied.push(orderToFulfill(order));
      return Promise.resolve(outcome);
    });
    const [order] = applied;
    if (order) await this.answers.noteCodes(order, outcome);
  }

  private async advance(
    fulfillment: Fulfillment,
    outcomeOf: (
      manager: EntityManager,
      order: Parameters<typeof orderToFulfill>[0],
    ) => Promise<FulfillmentOutcome | null>,
  ): Promise<void> {
    const { steps, step, tries } = fulfillment;
    const { handler = '' } = steps[step] ?? {};
    const isWaiting = await this.orders.withWaitingOrder(
      fulfillment,
      actorOf(handler),
      async (manager, order) => {
        // Null if another run of the job has moved on to another handler.
        const now = await this.schedule.at(manager, fulfillment);
        if (!now) return undefined;
        const outcome = await outcomeOf(manager, order);
        if (outcome) this.metrics.count(handler, outcome);
        const state = { step, tries, handlers: steps.length };
        const repeat =
          outcome?.kind === 'delivered'
            ? await this.once.heldBack(manager, order, handler, outcome.codes)
            : undefined;
        const isWanted = now.dueAt !== null && +now.dueAt !== Number(fulfillment.dueAt);
        const progress =
          repeat === undefined
            ? deliveryProgress(state, outcome, { tries: now.tries, isWanted })
            : leftToOperator(state, repeat);
        return this.apply(manager, fulfillment, progress);
      },
    );
    if (!isWaiting) await this.schedule.close(fulfillment);
  }

  /** @returns how the order is closed; undefined if it keeps waiting. */
  private async apply(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    progress: DeliveryProgress,
  ): Promise<Verdict | undefined> {
    const order = { accountId, orderId };
    if (progress.kind === 'nothing') return undefined;
    if (progress.kind === 'close') {
      await this.schedule.close(order, manager);
      return progress.verdict;
    }
    await this.schedule.goOn(manager, order, progress);
    return undefined;
  }
}
