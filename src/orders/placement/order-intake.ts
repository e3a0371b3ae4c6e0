import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import { ORDER_ACTOR } from '../../account/ledger/ledger-actors.js';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { OrderChecks } from '../checks/order-checks.js';
import { OrderDelivery, type DeliveryStart } from '../delivery/order-delivery.js';
import type { OrderToFulfill } from '../delivery/fulfillment-handler.js';
import { orderToFulfill } from '../delivery/order-to-fulfill.js';
import { OrderEvents } from '../order-events.service.js';
import type { OrderToInsert } from '../order.entity.js';
import { OrderRepository } from '../order.repository.js';
import { waitingOrder, type RequestedOrder } from './requested-order.js';

/** Starts the fulfillment of a checked order, inserts the order and charges it. */
@Injectable()
export class OrderIntake {
  constructor(
    private readonly orders: OrderRepository,
    private readonly balances: BalanceService,
    private readonly delivery: OrderDelivery,
    private readonly events: OrderEvents,
    private readonly checks: OrderChecks,
  ) {}

  /**
   * Runs in the caller's transaction. The charge comes late, since it locks the row of the account, on which other
   * orders of the same account wait. Only the checks of extensions follow, which need that lock.
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
    const order = started(requested, start);
    const { cappedFamily } = principal;
    await this.orders.insert(manager, order.rehearsal ? order : { ...order, cappedFamily });
    if (start.kind === 'later') {
      await this.delivery.enqueueStep(manager, toFulfill, steps, start.step);
    }
    await this.events.placed(manager, order, principal);
    if (!order.rehearsal) {
      const { accountId, orderId, total: amount } = order;
      const movement = { accountId, orderId, amount, actor: ORDER_ACTOR, cappedFamily };
      await this.balances.debit(manager, movement, principal);
    }
    const clock = this.checks.concern(toFulfill)
      ? await this.check(manager, principal, toFulfill)
      : undefined;
    return { order, clock };
  }

  private async check(
    manager: EntityManager,
    { accountId, name, groupId, testing }: Principal,
    order: OrderToFulfill,
  ): Promise<number | undefined> {
    // A test order and one of 0 USD are not charged, so they have not locked the row of the account.
    if (order.rehearsal || order.total === '0') await this.balances.lock(manager, accountId);
    return this.checks.run(manager, order, { accountId, name, groupId, testing });
  }
}

const FOR_JOB: DeliveryStart = { kind: 'later', step: 0 };

function started(order: RequestedOrder, start: DeliveryStart): OrderToInsert {
  if (start.kind !== 'delivered') return waitingOrder(order);
  const deliveredCodes = start.codes.length === 0 ? null : [...start.codes];
  return { ...waitingOrder(order), deliveredCodes, decidedBy: start.by, status: 'accept' };
}
