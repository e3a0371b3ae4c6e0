import assert from 'node:assert/strict';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import type { FulfillmentHandler, OrderToFulfill } from '../../orders/delivery/fulfillment-handler.js';
import { OrderDelivery, type DeliveryStart } from '../../orders/delivery/order-delivery.js';
import { QuantityNotAvailableError } from '../../orders/rules/orders.errors.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { FulfillmentRepository } from './fulfillment.repository.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';
import { checkedOutcome } from '../handlers/outcomes.js';

/** Begins the delivery of new orders. */
@Injectable()
export class OrderDeliveryService extends OrderDelivery {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly fulfillments: FulfillmentRepository,
    private readonly jobs: JobQueue,
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

  /** Handlers that can are asked at once, in their order, up to the first that needs a job or the operator. */
  async begin(
    manager: EntityManager,
    order: OrderToFulfill,
    steps: readonly FulfillmentStep[],
  ): Promise<DeliveryStart> {
    for (const [step, { handler: code, settings }] of steps.entries()) {
      const handler = this.registry.find(code);
      // Also one that was taken out of the configuration: the job tells the operator.
      if (!handler || handler.deliver) return { kind: 'later', step };
      if (!handler.deliverInTransaction || !mayHandle(handler, order)) return { kind: 'operator' };
      const outcome = checkedOutcome(await handler.deliverInTransaction(manager, order, settings));
      // An order cannot wait for its own transaction.
      assert.notEqual(outcome.kind, 'pending', `${code} answered pending within a transaction`);
      if (outcome.kind === 'delivered') {
        return { kind: 'delivered', codes: outcome.codes, by: actorOf(code) };
      }
    }
    if (steps.length === 0) return { kind: 'operator' };
    throw new QuantityNotAvailableError();
  }

  async proceed(
    manager: EntityManager,
    { accountId, orderId }: OrderToFulfill,
    steps: readonly FulfillmentStep[],
    step: number,
  ): Promise<void> {
    await this.fulfillments.insert(manager, { accountId, orderId }, steps, step);
    await this.jobs.send(manager, QUEUES.fulfillment, { accountId, orderId });
  }
}

/** A rehearsal moves no goods: it is left to the operator, unless the handler is made for it. */
export function mayHandle(handler: FulfillmentHandler, { rehearsal }: OrderToFulfill): boolean {
  return !rehearsal || handler.rehearses === true;
}

/** Who closed an order, as the order and its ledger entry name it. */
export function actorOf(handlerCode: string): string {
  return `handler:${handlerCode}`;
}
