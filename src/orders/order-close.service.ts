import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, OperatorError } from '../common/app-error.js';
import { canonicalText } from '../common/text.js';
import { sentence } from '../common/sentence.js';
import { Database } from '../database/database.js';
import { OpenPurchaseError, OpenPurchases } from './open-purchases.js';
import { noSuchOrder } from './no-such-order.js';
import { OrderClosing, type Verdict } from './order-closing.service.js';
import type { Order, OrderRef } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import {
  nothingHeld,
  RepeatedDeliveries,
  RepeatedDeliveryError,
  RepeatsChangedError,
} from './repeated-deliveries.js';
import { canBecome, FIRST_STATUS, type OrderStatus } from './rules/order-status.js';

/** Who closes an order by hand. */
interface ByHand {
  readonly actor: string;
  /** For the operator. */
  readonly note?: string;
  /** Closes the order also while a supplier may deliver it. */
  readonly despitePurchase?: boolean;
}

/** Takes codes that no other order can have, such as those of a stock, once the order is locked. */
export type TakeCodes = (manager: EntityManager, order: Order) => Promise<readonly string[]>;

interface AcceptByHand extends ByHand {
  readonly codes?: readonly string[];
  readonly take?: TakeCodes;
  /** Delivers also what another order has got; without codes, what is held back for that. */
  readonly deliverAnyway?: boolean;
}

type Accepting = Extract<Verdict, { readonly status: 'accept' }>;

/** Closes waiting orders, for the operator and for the handlers. */
@Injectable()
export class OrderCloseService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly closing: OrderClosing,
    private readonly purchases: OpenPurchases,
    private readonly repeats: RepeatedDeliveries,
  ) {}

  /**
   * Marks a waiting order as delivered, with or without codes.
   * @param within the transaction that it belongs to, whose owner asks `refusalOf`; one of its own by default.
   * @throws MissingError; ConflictError if the order is closed, or is being bought, or another one has got a code;
   * OperatorError
   */
  async accept(
    orderId: string,
    { codes = [], take, note = '', deliverAnyway = false, ...by }: AcceptByHand,
    within?: EntityManager,
  ): Promise<Order> {
    const close = async (manager: EntityManager): Promise<Order> => {
      const order = await this.waiting(manager, orderId, 'accept');
      const isHeld = deliverAnyway && codes.length === 0 && !take;
      const taken = await take?.(manager, order);
      const given = isHeld ? await this.heldCodes(manager, order) : (taken ?? codes);
      // What is held back came from the purchase, which has ended.
      if (!isHeld) await this.endPurchase(manager, order, by);
      const how = { isHeld, anyway: deliverAnyway };
      const repeat = taken ? undefined : await this.repeats.claim(manager, order, given, how);
      if (repeat && deliverAnyway) throw new RepeatsChangedError(order, repeat);
      if (repeat) throw new RepeatedDeliveryError(order, repeat);
      const verdict: Accepting = { status: 'accept', codes: given, note };
      return this.closing.close(manager, order, verdict, by.actor);
    };
    if (within) return close(within);
    try {
      return await this.database.transaction(close);
    } catch (error) {
      throw await this.refusalOf(error);
    }
  }

  /**
   * Notes what an error of `accept` has found out, after its transaction has ended.
   * @returns the error
   */
  async refusalOf(error: unknown): Promise<unknown> {
    if (error instanceof RepeatsChangedError) await this.repeats.renew(error.order, error.repeat);
    return error;
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
    if (reasonForReseller === '') throw new OperatorError(...sentence('order.reason-missing'));
    const close = async (manager: EntityManager): Promise<Order> => {
      const order = await this.waiting(manager, orderId, 'reject');
      await this.endPurchase(manager, order, by);
      const verdict = { status: 'reject', reasonForReseller, note } as const;
      return this.closing.close(manager, order, verdict, by.actor);
    };
    return within ? close(within) : this.database.transaction(close);
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

  /** Locks an order that can be closed so. @throws MissingError; ConflictError */
  private async waiting(manager: EntityManager, orderId: string, to: OrderStatus): Promise<Order> {
    const order = await this.orders.lockById(manager, orderId);
    if (!order) throw noSuchOrder(orderId);
    assertTransition(order, to);
    return order;
  }

  /** @throws OpenPurchaseError */
  private async endPurchase(
    manager: EntityManager,
    order: Order,
    { despitePurchase = false }: ByHand,
  ): Promise<void> {
    const purchase = await this.purchases.find(order, manager);
    if (purchase && !despitePurchase) throw new OpenPurchaseError(order, purchase);
    if (purchase) await this.purchases.follow(order, manager);
  }

  /** The codes of the delivery that is held back. @throws ConflictError if there is none; SecretUnreadableError */
  private async heldCodes(manager: EntityManager, order: Order): Promise<readonly string[]> {
    const codes = await this.repeats.heldCodes(manager, order);
    if (!codes) throw nothingHeld(order);
    return codes;
  }
}

function assertTransition({ orderId, status }: Order, to: OrderStatus): void {
  if (canBecome(status, to)) return;
  throw new ConflictError(...sentence('order.closed', { order: orderId, status }));
}
