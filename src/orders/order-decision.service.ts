import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BalanceService } from '../account/ledger/balance.service.js';
import { WebhookEvents } from '../account/webhooks/webhook-events.service.js';
import { OperatorError } from '../common/app-error.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { Database } from '../database/database.js';
import { canBecome, FIRST_STATUS, type OrderStatus } from './rules/order-status.js';
import { decidedEvent } from './order-events.js';
import type { Order } from './order.entity.js';
import { OrderRepository, type Decision } from './order.repository.js';

/** What becomes of a waiting order. */
export type Verdict =
  | { readonly status: 'accept'; readonly codes?: readonly string[]; readonly note?: string }
  | { readonly status: 'reject'; readonly reason: string };

/** Closes waiting orders, by whoever fulfills them. */
@Injectable()
export class OrderDecisionService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly balances: BalanceService,
    private readonly webhooks: WebhookEvents,
  ) {}

  /** Marks a waiting order as delivered, with codes or without. @throws OperatorError */
  accept(
    orderId: string,
    { codes = [], note = '', actor }: { codes?: readonly string[]; note?: string; actor: string },
  ): Promise<Order> {
    return this.close(orderId, { status: 'accept', codes, note }, actor);
  }

  /** Rejects a waiting order; its money is back in the same transaction, so never twice. @throws OperatorError */
  async reject(
    orderId: string,
    { reason, actor }: { reason: string; actor: string },
  ): Promise<Order> {
    const note = canonicalText(reason);
    if (note === '') throw new OperatorError('A rejection needs a reason.');
    return this.close(orderId, { status: 'reject', reason: note }, actor);
  }

  /**
   * Closes an order as the work says, which runs in the same transaction with the order locked and still waiting;
   * undefined leaves it waiting.
   * @returns false when the order was closed before, and the work did not run.
   */
  async decide(
    orderId: string,
    actor: string,
    work: (manager: EntityManager, order: Order) => Promise<Verdict | undefined>,
  ): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const order = await this.orders.lockById(manager, orderId);
      if (order?.status !== FIRST_STATUS) return false;
      const verdict = await work(manager, order);
      if (verdict) await this.settle(manager, order, verdict, actor);
      return true;
    });
  }

  private close(orderId: string, verdict: Verdict, actor: string): Promise<Order> {
    return this.database.transaction(async (manager) => {
      const order = await this.orders.lockById(manager, orderId);
      if (!order) throw new OperatorError(`There is no order ${orderId}; see "souk order list".`);
      assertTransition(order, verdict.status);
      return this.settle(manager, order, verdict, actor);
    });
  }

  private async settle(
    manager: EntityManager,
    order: Order,
    verdict: Verdict,
    actor: string,
  ): Promise<Order> {
    const decision = decisionOf(verdict, actor);
    const told = await this.orders.decide(manager, order, decision);
    if (verdict.status === 'reject' && !order.rehearsal) {
      const { accountId, orderId, total: amount } = order;
      await this.balances.refund(manager, {
        ...{ accountId, orderId, amount, actor },
        note: verdict.reason,
      });
    }
    const decided = { ...order, ...closed(decision) };
    if (told) await this.webhooks.tell(manager, order.accountId, decidedEvent(decided));
    return decided;
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

function decisionOf(verdict: Verdict, actor: string): Decision {
  if (verdict.status === 'reject') {
    return { status: 'reject', codes: null, note: verdict.reason, actor };
  }
  const { codes = [], note = '' } = verdict;
  const delivered = codes.length === 0 ? null : codes.map(deliverableCode);
  return { status: 'accept', codes: delivered, note, actor };
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
