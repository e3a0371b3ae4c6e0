import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
} from '../../orders/delivery/fulfillment-handler.js';
import { OrderCloseService, type Verdict } from '../../orders/order-close.service.js';
import { orderToFulfill } from '../../orders/delivery/order-to-fulfill.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { deliveryProgress, type DeliveryProgress } from './delivery-progress.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { FulfillmentRepository } from './fulfillment.repository.js';
import { actorOf, mayHandle } from './order-delivery.service.js';
import { checkedOutcome } from '../handlers/outcomes.js';

/** Moves a delivery on by one outcome; the order, its money and the next job change together or not at all. */
@Injectable()
export class DeliveryStepService {
  constructor(
    private readonly decisions: OrderCloseService,
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** Null when there is nothing to do now. */
  findDue(key: OrderRef): Promise<Fulfillment | null> {
    return this.fulfillments.findDue(key);
  }

  /** Lets a handler deliver within the transaction that closes the order. */
  async deliverInTransaction(
    fulfillment: Fulfillment,
    handler: FulfillmentHandler,
    settings: FulfillmentSettings,
  ): Promise<void> {
    await this.decide(fulfillment, async (manager, order) => {
      const toFulfill = orderToFulfill(order);
      if (!mayHandle(handler, toFulfill)) return null;
      const outcome = await handler.deliverInTransaction?.(manager, toFulfill, settings);
      return outcome ? checkedOutcome(outcome) : null;
    });
  }

  /** Applies what a handler answered outside of any transaction; null leaves the order to the operator. */
  async settle(fulfillment: Fulfillment, outcome: FulfillmentOutcome | null): Promise<void> {
    await this.decide(fulfillment, () => Promise.resolve(outcome));
  }

  private async decide(
    fulfillment: Fulfillment,
    outcomeOf: (
      manager: EntityManager,
      order: Parameters<typeof orderToFulfill>[0],
    ) => Promise<FulfillmentOutcome | null>,
  ): Promise<void> {
    const { steps, step, tries } = fulfillment;
    const isWaiting = await this.decisions.closeIfWaiting(
      fulfillment.orderId,
      actorOf(steps[step]?.handler ?? ''),
      async (manager, order) => {
        // Another run of the job may have gone on to another handler.
        const now = await this.fulfillments.at(manager, fulfillment);
        if (!now) return undefined;
        const outcome = await outcomeOf(manager, order);
        const state = { step, tries, handlers: steps.length };
        return this.apply(manager, fulfillment, deliveryProgress(state, outcome, now.tries));
      },
    );
    if (!isWaiting) await this.fulfillments.close(fulfillment);
  }

  /** @returns what becomes of the order; undefined while it waits on. */
  private async apply(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    progress: DeliveryProgress,
  ): Promise<Verdict | undefined> {
    const key = { accountId, orderId };
    if (progress.kind === 'nothing') return undefined;
    if (progress.kind === 'close') {
      await this.fulfillments.close(key, manager);
      return progress.verdict;
    }
    const { step, tries, note, againInSeconds } = progress;
    await this.fulfillments.progress(manager, { ...key, step, tries, note, againInSeconds });
    if (againInSeconds !== null) {
      await this.jobs.send(manager, QUEUES.fulfillment, key, { afterSeconds: againInSeconds });
    }
    return undefined;
  }
}
