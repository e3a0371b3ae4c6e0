import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BalanceService } from '../account/ledger/balance.service.js';
import { ConflictError, OperatorError } from '../common/app-error.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { messageKey } from '../common/message-key.js';
import { Database } from '../database/database.js';
import { OrderCosts } from './order-costs.js';
import { canBecome, FIRST_STATUS, type OrderStatus } from './rules/order-status.js';
import { noSuchOrder } from './no-such-order.js';
import { OrderEvents } from './order-events.service.js';
import type { Order, OrderRef } from './order.entity.js';
import { OrderRepository, type Closing } from './order.repository.js';

/** The final state of an order. */
export type Verdict =
  | { readonly status: 'accept'; readonly codes?: readonly string[]; readonly note?: string }
  | {
      readonly status: 'reject';
      readonly reasonForReseller: string | null;
      /** For the operator. */
      readonly note: string;
    };

/** Closes waiting orders, for the operator and for the handlers. */
@Injectable()
export class OrderCloseService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly balances: BalanceService,
    private readonly events: OrderEvents,
    private readonly costs: OrderCosts,
  ) {}

  /**
   * Marks a waiting order as delivered, with or without codes.
   * @param within the transaction that it belongs to; one of its own by default.
   * @throws MissingError; ConflictError if the order is closed; OperatorError
   */
  accept(
    orderId: string,
    { codes = [], note = '', actor }: { codes?: readonly string[]; note?: string; actor: string },
    within?: EntityManager,
  ): Promise<Order> {
    return this.close(orderId, { status: 'accept', codes, note }, actor, within);
  }

  /**
   * Rejects a waiting order and refunds it in the same transaction, so never twice.
   * The reason is for the reseller, the note for the operator.
   * @throws MissingError; ConflictError if the order is closed; OperatorError
   */
  async reject(
    orderId: string,
    { reason, note = '', actor }: { reason: string; note?: string; actor: string },
    within?: EntityManager,
  ): Promise<Order> {
    const reasonForReseller = canonicalText(reason);
    if (reasonForReseller === '')
      throw new OperatorError('A rejection needs a reason.', {
        messageKey: messageKey('order.reason-missing', {}),
      });
    return this.close(orderId, { status: 'reject', reasonForReseller, note }, actor, within);
  }

  /**
   * Locks an order and, if it still waits, closes it with the verdict of `work`, which runs in the same transaction.
   * An undefined verdict leaves the order waiting. A refund locks the account, so it waits in the account's queue.
   * @returns false when the order was closed before; `work` did not run then.
   */
  async withWaitingOrder(
    { accountId, orderId }: OrderRef,
    actor: string,
    work: (manager: EntityManager, order: Order) => Promise<Verdict | undefined>,
  ): Promise<boolean> {
    const close = async (manager: EntityManager): Promise<boolean> => {
      const order = await this.orders.lockById(manager, orderId);
      if (order?.status !== FIRST_STATUS) return false;
      const verdict = await work(manager, order);
      if (verdict) await this.closeLocked(manager, order, verdict, actor);
      return true;
    };
    return this.database.transaction(close, { queue: { accountId } });
  }

  private close(
    orderId: string,
    verdict: Verdict,
    actor: string,
    within?: EntityManager,
  ): Promise<Order> {
    const close = async (manager: EntityManager): Promise<Order> => {
      const order = await this.orders.lockById(manager, orderId);
      if (!order) throw noSuchOrder(orderId);
      assertTransition(order, verdict.status);
      return this.closeLocked(manager, order, verdict, actor);
    };
    return within ? close(within) : this.database.transaction(close);
  }

  private async closeLocked(
    manager: EntityManager,
    order: Order,
    verdict: Verdict,
    actor: string,
  ): Promise<Order> {
    const closing = closingOf(verdict, actor);
    const audience = await this.orders.close(manager, order, closing);
    if (verdict.status === 'reject' && !order.rehearsal) {
      const { accountId, orderId, total: amount, cappedFamily } = order;
      await this.balances.refund(manager, {
        accountId,
        orderId,
        amount,
        actor,
        cappedFamily,
        // Resellers read the ledger, so it does not hold the note for the operator.
        note: verdict.reasonForReseller ?? '',
      });
    }
    if (verdict.status === 'accept') await this.costs.record(manager, order);
    const closed = { ...order, ...closedColumns(closing) };
    await this.events.closed(manager, closed, audience);
    return closed;
  }
}

const PAST_TENSE: Readonly<Record<OrderStatus, string>> = {
  wait: 'waiting',
  accept: 'accepted',
  reject: 'rejected',
};

function assertTransition({ orderId, status }: Order, to: OrderStatus): void {
  if (canBecome(status, to)) return;
  throw new ConflictError(
    `Order ${orderId} is already ${PAST_TENSE[status]}; nothing was changed.`,
    { messageKey: messageKey('order.closed', { order: orderId }) },
  );
}

function closingOf(verdict: Verdict, actor: string): Closing {
  if (verdict.status === 'reject') return { ...verdict, codes: null, actor };
  const { codes = [], note = '' } = verdict;
  const delivered = codes.length === 0 ? null : codes.map(deliverableCode);
  return { status: 'accept', codes: delivered, reasonForReseller: null, note, actor };
}

function closedColumns({ status, codes, reasonForReseller, note, actor }: Closing) {
  const deliveredCodes = codes === null ? null : [...codes];
  const decision = { decisionNote: note, decidedBy: actor, decidedAt: new Date() };
  return { status, deliveredCodes, reasonForReseller, ...decision };
}

function deliverableCode(text: string): string {
  const code = canonicalText(text);
  if (code !== '' && isStorableText(code)) return code;
  throw new OperatorError('A delivered code must not be empty.', {
    messageKey: messageKey('order.code-empty', {}),
  });
}
