import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import type { DeliveryProgress } from './delivery-progress.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { FulfillmentRepository } from './fulfillment.repository.js';

type NextStep = Omit<Extract<DeliveryProgress, { kind: 'goOn' }>, 'kind'>;

/** How far a delivery is; what is changed is written with the job that goes on, in the caller's transaction. */
@Injectable()
export class DeliverySchedule {
  constructor(
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** As `FulfillmentRepository.findOpen`. */
  findOpen(order: OrderRef, only?: 'due'): Promise<Fulfillment | null> {
    return this.fulfillments.findOpen(order, only);
  }

  /** As `FulfillmentRepository.at`. */
  at(manager: EntityManager, fulfillment: Fulfillment): Promise<Fulfillment | null> {
    return this.fulfillments.at(manager, fulfillment);
  }

  close(order: OrderRef, manager?: EntityManager): Promise<void> {
    return this.fulfillments.close(order, manager);
  }

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

  /** Lets a job ask the present handler now. @returns false if none is delivering the order */
  async askNow(manager: EntityManager, { accountId, orderId }: OrderRef): Promise<boolean> {
    const order = { accountId, orderId };
    if (!(await this.fulfillments.makeDue(order, manager))) return false;
    await this.jobs.send(manager, QUEUES.fulfillment, order);
    return true;
  }
}
