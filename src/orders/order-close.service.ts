import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, OperatorError } from '../common/app-error.js';
import { canonicalText } from '../common/text.js';
import { messageKey } from '../common/message-key.js';
import { Database } from '../database/database.js';
import { OpenPurchaseError, OpenPurchases } from './open-purchases.js';
import { noSuchOrder } from './no-such-order.js';
import { OrderClosing, type Verdict } from './order-closing.service.js';
import type { Order, OrderRef } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { canBecome, FIRST_STATUS, type OrderStatus } from './rules/order-status.js';

/** Who closes an order by hand. */
interface ByHand {
  readonly actor: string;
  /** For the operator. */
  readonly note?: string;
  /** Closes the order also while a supplier may deliver it. */
  readonly despitePurchase?: boolean;
}

/** Closes waiting orders, for the operator and for the handlers. */
@Injectable()
export class OrderCloseService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly closing: OrderClosing,
    private readonly purchases: OpenPurchases,
  ) {}

  /**
   * Marks a waiting order as delivered, with or without codes.
   * @param within the transaction that it belongs to; one of its own by default.
   * @throws MissingError; ConflictError if the order is closed, or is being bought; OperatorError
   */
  accept(
    orderId: string,
    { codes = [], note = '', ...by }: ByHand & { readonly codes?: readonly string[] },
    within?: EntityManager,
  ): Promise<Order> {
    return this.closeByHand(orderId, { status: 'accept', codes, note }, by, within);
  }

  /**
   * Rejects a waiting order and refunds it in the same transaction, so never twice.
   * The reason is for the reseller, the note for the operator.
   * @throws MissingError; ConflictError if the order is closed, or is being bought; OperatorError
   */
  async reject(
    orderId: string,
    { reason, note = '', ...by }: ByHand & { readonly reason: string },
    within?: EntityManager,
  ): Promise<Order> {
    const reasonForReseller = canonicalText(reason);
    if (reasonForReseller === '')
      throw new OperatorError('A rejection needs a reason.', {
        messageKey: messageKey('order.reason-missing', {}),
      });
    const verdict = { status: 'reject', reasonForReseller, note } as const;
    return this.closeByHand(orderId, verdict, by, within);
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
      if (verdict) await this.closing.close(manager, order, verdict, actor);
      return true;
    };
    return this.database.transaction(close, { queue: { accountId } });
  }

  private closeByHand(
    orderId: string,
    verdict: Verdict,
    { actor, despitePurchase = false }: ByHand,
    within?: EntityManager,
  ): Promise<Order> {
    const close = async (manager: EntityManager): Promise<Order> => {
      const order = await this.orders.lockById(manager, orderId);
      if (!order) throw noSuchOrder(orderId);
      assertTransition(order, verdict.status);
      const purchase = await this.purchases.find(order, manager);
      if (purchase && !despitePurchase) throw new OpenPurchaseError(order, purchase);
      if (purchase) await this.purchases.follow(order, manager);
      return this.closing.close(manager, order, verdict, actor);
    };
    return within ? close(within) : this.database.transaction(close);
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
