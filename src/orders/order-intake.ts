import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../account/access/principal.js';
import { BalanceService } from '../account/ledger/balance.service.js';
import { WebhookEvents } from '../account/webhooks/webhook-events.service.js';
import type { FulfillmentStep } from '../catalog/fulfillment-step.js';
import { numericText } from '../common/decimal.js';
import type { OrderToFulfill } from './delivery/fulfillment-handler.js';
import { OrderDelivery, type DeliveryStart } from './delivery/order-delivery.js';
import { decidedEvent } from './order-events.js';
import type { NewOrder } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { FIRST_STATUS } from './rules/order-status.js';

/** An order that has passed all checks but those of stock and money. */
export type RequestedOrder = Omit<
  NewOrder,
  'status' | 'deliveredCodes' | 'decisionNote' | 'decidedBy'
>;

/** Takes a checked order in: writes it, charges it, and hands it to those who deliver it. */
@Injectable()
export class OrderIntake {
  constructor(
    private readonly orders: OrderRepository,
    private readonly balances: BalanceService,
    private readonly delivery: OrderDelivery,
    private readonly webhooks: WebhookEvents,
  ) {}

  /**
   * All within the caller's transaction. The charge comes last: it locks the account's row, which other orders of
   * the account wait for.
   * @throws QuantityNotAvailableError (105), InsufficientBalanceError (100)
   */
  async take(
    manager: EntityManager,
    { webhook }: Pick<Principal, 'webhook'>,
    requested: RequestedOrder,
    steps: readonly FulfillmentStep[],
  ): Promise<NewOrder> {
    const toFulfill = orderToFulfill(requested);
    const start = await this.delivery.begin(manager, toFulfill, steps);
    const order = started(requested, start);
    await this.orders.insert(manager, order);
    if (start.kind === 'later') {
      await this.delivery.proceed(manager, toFulfill, steps, start.step);
    }
    if (webhook && order.status !== FIRST_STATUS) {
      await this.webhooks.tell(manager, order.accountId, decidedEvent(order));
    }
    if (!order.rehearsal) {
      const { accountId, orderId, total: amount } = order;
      const movement = { accountId, orderId, amount, actor: 'api' };
      await this.balances.debit(manager, movement, webhook?.balanceLow);
    }
    return order;
  }
}

function started(order: RequestedOrder, start: DeliveryStart): NewOrder {
  const waiting = { deliveredCodes: null, decisionNote: '', decidedBy: null };
  if (start.kind !== 'delivered') return { ...order, ...waiting, status: FIRST_STATUS };
  const deliveredCodes = start.codes.length === 0 ? null : [...start.codes];
  return { ...order, ...waiting, deliveredCodes, decidedBy: start.by, status: 'accept' };
}

/** The part of an order that its handlers see; the same whether it is being placed or was read again. */
export function orderToFulfill(order: RequestedOrder): OrderToFulfill {
  const { accountId, orderId, productId, productName, fields, via, rehearsal } = order;
  return {
    ...{ accountId, orderId, productId, productName, fields, via, rehearsal },
    quantity: numericText(order.quantity),
    unitPrice: numericText(order.unitPrice),
    total: numericText(order.total),
  };
}
