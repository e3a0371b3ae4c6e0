import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { JobQueue, type JobTiming } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import type { DeliveryProgress } from './delivery-progress.js';
import { FulfillmentRepository } from './fulfillment.repository.js';

type NextStep = Omit<Extract<DeliveryProgress, { kind: 'goOn' }>, 'kind'>;

/** Writes how far a delivery is, and the job that goes on with it, in the caller's transaction. */
@Injectable()
export class DeliverySchedule {
  constructor(
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
  ) {}

  async begin(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    steps: readonly FulfillmentStep[],
    step: number,
  ): Promise<void> {
    const order = { accountId, orderId };
    await this.fulfillments.insert(manager, order, steps, step);
    await this.jobs.send(manager, QUEUES.fulfillment, order);
  }

  async goOn(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    { step, tries, note, againInSeconds }: NextStep,
  ): Promise<void> {
    const order = { accountId, orderId };
    await this.fulfillments.progress(manager, { ...order, step, tries, note, againInSeconds });
    if (againInSeconds === null) return;
    const timing = { afterSeconds: againInSeconds, isRetry: tries > 0 };
    await this.jobs.send(manager, QUEUES.fulfillment, order, timing);
  }

  /** Lets a job ask the present handler at another time, now by default. */
  async askAt(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    timing: JobTiming = {},
  ): Promise<void> {
    const order = { accountId, orderId };
    await this.fulfillments.makeDue(order, timing.afterSeconds ?? 0, manager);
    await this.jobs.send(manager, QUEUES.fulfillment, order, timing);
  }
}
