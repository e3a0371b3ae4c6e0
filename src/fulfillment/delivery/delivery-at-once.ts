import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { AppError } from '../../common/app-error.js';
import { loggableError } from '../../common/logger.js';
import { PortFaults } from '../../common/port-faults.js';
import { isStatementUnavailable } from '../../database/database-errors.js';
import type {
  Delivered,
  FulfillmentHandler,
  OrderToFulfill,
  Refused,
} from '../../orders/delivery/fulfillment-handler.js';
import { DeliveryFailedError, type DeliveryStart } from '../../orders/delivery/order-delivery.js';
import { DeliveryCosts } from '../costs/delivery-costs.js';
import { STOCK_HANDLER } from '../handlers/code-evidence.js';
import { HandlerAnswers } from '../handlers/handler-answers.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';
import { ANSWER_UNUSABLE, UnusableAnswerError } from '../handlers/outcomes.js';
import { DeliveredOnce } from '../repeats/delivered-once.service.js';

export type TransactionHandler = FulfillmentHandler &
  Required<Pick<FulfillmentHandler, 'deliverInTransaction'>>;

/** Lets a handler deliver in the transaction that places the order. */
@Injectable()
export class DeliveryAtOnce {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly answers: HandlerAnswers,
    private readonly costs: DeliveryCosts,
    private readonly once: DeliveredOnce,
    private readonly faults: PortFaults,
  ) {}

  /**
   * @returns undefined if the handler refuses; the order is left to the operator if another one has got the same code
   * @throws DeliveryFailedError; what the handler throws for the wire; the error of an unavailable database
   */
  async deliver(
    manager: EntityManager,
    handler: TransactionHandler,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<DeliveryStart | undefined> {
    const outcome = await this.outcomeOf(manager, handler, order, settings);
    if (outcome.kind === 'refused') return undefined;
    const { codes } = outcome;
    const { code } = handler;
    const repeat = await this.once.heldBack(manager, order, code, codes);
    if (repeat !== undefined) return { kind: 'operator' };
    // Not awaited: a change of the product may wait for an import.
    if (code !== STOCK_HANDLER) void this.answers.noteCodes(order, outcome);
    await this.costs.recordAtOnce(manager, [order]);
    return { kind: 'delivered', codes, by: actorOf(code) };
  }

  private async outcomeOf(
    manager: EntityManager,
    handler: TransactionHandler,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<Delivered | Refused> {
    const { code } = handler;
    try {
      const answer = await this.registry.deciding(handler, () =>
        handler.deliverInTransaction(manager, order, settings),
      );
      const outcome = await this.answers.checked(order, answer, manager);
      if (outcome.kind !== 'pending') return outcome;
      throw new UnusableAnswerError(`${ANSWER_UNUSABLE}: it is pending within a transaction`);
    } catch (error) {
      if (error instanceof AppError || isStatementUnavailable(error)) throw error;
      const extension = this.registry.extensionOf(code) ?? 'FULFILLMENT_MODULES';
      const fault = 'deliverInTransaction of a handler failed; the order waits for a job';
      const details = { err: loggableError(error), properties: { orderId: order.orderId } };
      this.faults.note({ extension, port: code, fault }, details);
      throw new DeliveryFailedError(error);
    }
  }
}

/** The name under which a handler closes orders, for the order and its ledger entry. */
export function actorOf(handlerCode: string): string {
  return `handler:${handlerCode}`;
}
