import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BalanceService } from '../account/ledger/balance.service.js';
import { OperatorError } from '../common/app-error.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { Database } from '../database/database.js';
import { canBecome, type OrderStatus } from './rules/order-status.js';
import type { Order } from './order.entity.js';
import { OrderRepository, type Decision } from './order.repository.js';

/** Closes waiting orders, by whoever fulfills them. */
@Injectable()
export class OrderDecisionService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly balances: BalanceService,
  ) {}

  /** Marks a waiting order as delivered, with codes or without. @throws OperatorError */
  accept(
    orderId: string,
    { codes = [], note = '', actor }: { codes?: readonly string[]; note?: string; actor: string },
  ): Promise<Order> {
    const delivered = codes.length === 0 ? null : codes.map(deliverableCode);
    return this.close(orderId, { status: 'accept', codes: delivered, note, actor });
  }

  /** Rejects a waiting order; its money is back in the same transaction, so never twice. @throws OperatorError */
  reject(orderId: string, { reason, actor }: { reason: string; actor: string }): Promise<Order> {
    return this.close(
      orderId,
      { status: 'reject', codes: null, note: reason, actor },
      (manager, order) =>
        this.balances.refund(manager, {
          accountId: order.accountId,
          orderId,
          amount: order.total,
          actor,
          note: reason,
        }),
    );
  }

  private close(
    orderId: string,
    decision: Decision,
    settle?: (manager: EntityManager, order: Order) => Promise<void>,
  ): Promise<Order> {
    return this.database.transaction(async (manager) => {
      const order = await this.orders.lockById(manager, orderId);
      if (!order) throw new OperatorError(`There is no order ${orderId}; see "souk order list".`);
      assertTransition(order, decision.status);
      await this.orders.decide(manager, order, decision);
      await settle?.(manager, order);
      return { ...order, ...closed(decision) };
    });
  }
}

const PAST_TENSE: Readonly<Record<OrderStatus, string>> = {
  wait: 'waiting',
  accept: 'accepted',
  reject: 'rejected',
};

function assertTransition({ orderId, status }: Order, to: OrderStatus): void {
  if (canBecome(status, to)) return;
  throw new OperatorError(
    `Order ${orderId} is already ${PAST_TENSE[status]}; nothing was changed.`,
  );
}

function closed({ status, codes, note, actor }: Decision) {
  const deliveredCodes = codes === null ? null : [...codes];
  return { status, deliveredCodes, decisionNote: note, decidedBy: actor, decidedAt: new Date() };
}

function deliverableCode(text: string): string {
  const code = canonicalText(text);
  if (code !== '' && isStorableText(code)) return code;
  throw new OperatorError('A delivered code must not be empty.');
}
