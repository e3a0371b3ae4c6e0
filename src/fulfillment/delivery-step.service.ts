import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../catalog/fulfillment-step.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
} from '../orders/delivery/fulfillment-handler.js';
import { OrderDecisionService, type Verdict } from '../orders/order-decision.service.js';
import { orderToFulfill } from '../orders/delivery/order-to-fulfill.js';
import { JobQueue } from '../queue/job-queue.js';
import { QUEUES } from '../queue/queues.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { FulfillmentRepository, type OrderKey } from './fulfillment.repository.js';
import { actorOf, mayHandle } from './order-delivery.service.js';
import { checkedOutcome, storableNote } from './outcomes.js';

/** Moves a delivery on by one outcome; the order, its money and the next job change together or not at all. */
@Injectable()
export class DeliveryStepService {
  constructor(
    private readonly decisions: OrderDecisionService,
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** Null when there is nothing to do now. */
  findDue(key: OrderKey): Promise<Fulfillment | null> {
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
    const code = fulfillment.steps[fulfillment.step]?.handler ?? '';
    const waited = await this.decisions.decide(
      fulfillment.orderId,
      actorOf(code),
      async (manager, order) => {
        // Another run of the job may have been faster.
        const now = await this.fulfillments.at(manager, fulfillment);
        if (!now) return undefined;
        const outcome = await outcomeOf(manager, order);
        // It has written the next job, and one is enough.
        if (outcome?.kind === 'pending' && now.tries !== fulfillment.tries) return undefined;
        return this.apply(manager, fulfillment, outcome);
      },
    );
    if (!waited) await this.fulfillments.close(fulfillment);
  }

  private async apply(
    manager: EntityManager,
    fulfillment: Fulfillment,
    outcome: FulfillmentOutcome | null,
  ): Promise<Verdict | undefined> {
    const { step, tries, steps } = fulfillment;
    if (outcome === null) {
      await this.goOn(manager, fulfillment, { step, tries, againInSeconds: null, note: '' });
      return undefined;
    }
    if (outcome.kind === 'pending') {
      const { againInSeconds, note } = outcome;
      await this.goOn(manager, fulfillment, { step, tries: tries + 1, againInSeconds, note });
      return undefined;
    }
    if (outcome.kind === 'refused' && step + 1 < steps.length) {
      const next = { step: step + 1, tries: 0, againInSeconds: 0, note: outcome.reason };
      await this.goOn(manager, fulfillment, next);
      return undefined;
    }
    await this.fulfillments.close(fulfillment, manager);
    if (outcome.kind === 'refused') {
      return { status: 'reject', reason: storableNote(outcome.reason) };
    }
    return { status: 'accept', codes: outcome.codes, note: storableNote(outcome.note) };
  }

  private async goOn(
    manager: EntityManager,
    { accountId, orderId }: Fulfillment,
    next: { step: number; tries: number; againInSeconds: number | null; note: string },
  ): Promise<void> {
    const key = { accountId, orderId };
    await this.fulfillments.progress(manager, { ...key, ...next, note: storableNote(next.note) });
    if (next.againInSeconds === null) return;
    const afterSeconds = next.againInSeconds;
    await this.jobs.send(manager, QUEUES.fulfillment, key, { afterSeconds });
  }
}
