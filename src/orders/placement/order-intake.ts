import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { OrderDelivery, type DeliveryStart } from '../delivery/order-delivery.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import { OrderEvents } from '../order-events.service.js';
import type { OrderToInsert } from '../order.entity.js';
import { OrderRepository } from '../order.repository.js';
import { OrderRules } from './order-rules.js';
import { waitingOrder, type RequestedOrder } from './requested-order.js';

/** Starts the fulfillment of a checked order, inserts the order and charges it. */
@Injectable()
export class OrderIntake {
  constructor(
    private readonly orders: OrderRepository,
    private readonly delivery: OrderDelivery,
    private readonly events: OrderEvents,
    private readonly rules: OrderRules,
  ) {}

  /**
   * Runs in the caller's transaction. The rules come last, since the charge locks the row of the account, on which other
   * orders of the same account wait.
   * @param isForJob leaves the delivery to a job, since a handler has failed in an earlier try
   * @returns the order, and the clock of the database after its checks, in seconds since 1970; undefined without checks
   * @throws QuantityNotAvailableError (105), InsufficientBalanceError (100), SpendCapExceededError (119), CheckRefusedError (600–699);
   * DeliveryFailedError
   */
  async take(
    manager: EntityManager,
    principal: Principal,
    requested: RequestedOrder,
    steps: readonly FulfillmentStep[],
    isForJob = false,
  ): Promise<{ readonly order: OrderToInsert; readonly clock: number | undefined }> {
    const toFulfill = orderToFulfill(requested);
    const start = isForJob ? FOR_JOB : await this.delivery.begin(manager, toFulfill, steps);
    const order = startedOrder(requested, start, principal);
    await this.orders.insert(manager, [order]);
    if (start.kind === 'later') {
      await this.delivery.enqueueStep(manager, toFulfill, steps, start.step);
    }
    await this.events.placed(manager, order, principal);
    return { order, clock: await this.rules.assert(manager, requested, principal) };
  }
}

const FOR_JOB: DeliveryStart = { kind: 'later', step: 0 };

/** The columns of an order whose fulfillment starts so. */
export function startedOrder(
  order: RequestedOrder,
  start: DeliveryStart,
  { cappedFamily }: Pick<Principal, 'cappedFamily'>,
): OrderToInsert {
  const waiting = { ...waitingOrder(order), ...(!order.rehearsal && { cappedFamily }) };
  if (start.kind !== 'delivered') return waiting;
  const deliveredCodes = start.codes.length === 0 ? null : [...start.codes];
  return { ...waiting, deliveredCodes, decidedBy: start.by, status: 'accept' };
}
