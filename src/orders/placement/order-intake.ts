import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Admission } from '../../account/access/current-admission.decorator.js';
import type { Principal } from '../../account/access/principal.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import { WebhookEvents } from '../../account/webhooks/webhook-events.service.js';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import { numericText } from '../../common/decimal.js';
import type { OrderToFulfill } from '../delivery/fulfillment-handler.js';
import { OrderDelivery, type DeliveryStart } from '../delivery/order-delivery.js';
import { OrderBatches } from './order-batches.js';
import { decidedEvent } from '../order-events.js';
import type { NewOrder } from '../order.entity.js';
import { OrderRepository } from '../order.repository.js';
import { FIRST_STATUS } from '../rules/order-status.js';

/** An order that has passed all checks but those of stock and money. */
export type RequestedOrder = Omit<
  NewOrder,
  'status' | 'deliveredCodes' | 'decisionNote' | 'decidedBy'
>;

/** Who ordered, as the ledger names it. */
const CALLER = 'api';

/** Takes a checked order in: writes it, charges it, and hands it to those who deliver it. */
@Injectable()
export class OrderIntake {
  constructor(
    private readonly orders: OrderRepository,
    private readonly balances: BalanceService,
    private readonly delivery: OrderDelivery,
    private readonly webhooks: WebhookEvents,
    private readonly batches: OrderBatches,
  ) {}

  /**
   * Takes in an order that nobody but the operator delivers, without a transaction of its own. It never refuses.
   * @param catalogRevision that the caller decided on.
   * @returns false when nothing was written: the order has to be taken in a transaction.
   * @throws as OrderBatches does
   */
  async takeAtOnce(
    { principal, isAwaited }: Pick<Admission, 'principal' | 'isAwaited'>,
    requested: RequestedOrder,
    steps: readonly FulfillmentStep[],
    catalogRevision: string,
  ): Promise<boolean> {
    const { webhook, accessRevision } = principal;
    const movesMoney = !requested.rehearsal && numericText(requested.total) !== '0';
    const tellsBalance = webhook !== null && webhook.balanceLow !== null;
    if (!movesMoney || tellsBalance) return false;
    if (!this.delivery.isLeftToOperator(orderToFulfill(requested), steps)) return false;
    const seen = { catalog: catalogRevision, access: accessRevision };
    return this.batches.place({ order: waiting(requested), seen }, isAwaited);
  }

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
      const movement = { accountId, orderId, amount, actor: CALLER };
      await this.balances.debit(manager, movement, webhook?.balanceLow);
    }
    return order;
  }
}

/** The order as it is when it waits for its delivery. */
export function waiting(order: RequestedOrder): NewOrder {
  return {
    ...order,
    status: FIRST_STATUS,
    deliveredCodes: null,
    decisionNote: '',
    decidedBy: null,
  };
}

function started(order: RequestedOrder, start: DeliveryStart): NewOrder {
  if (start.kind !== 'delivered') return waiting(order);
  const deliveredCodes = start.codes.length === 0 ? null : [...start.codes];
  return { ...waiting(order), deliveredCodes, decidedBy: start.by, status: 'accept' };
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
