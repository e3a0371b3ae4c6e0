import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditedChange } from '../../account/caller-audit.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import type { ReferencedMovement } from '../../account/ledger/ledger.repository.js';
import { addedAmount } from '../../account/ledger/moved-amount.js';
import { ConflictError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { numericText } from '../../common/decimal.js';
import { negated, sumOf } from '../../common/money.js';
import { canonicalText, isStorableText } from '../../common/text.js';
import { noSuchOrder } from '../no-such-order.js';
import { OrderEvents } from '../order-events.service.js';
import type { Order, OrderRef } from '../order.entity.js';
import { OrderRepository } from '../order.repository.js';
import { RefundedOrders } from './refunded-orders.repository.js';
import { reversalDecision, type AskedAmount } from './reversal-decision.js';

/** A reversal that an operator asks for. */
export type ReversalRequest = AskedAmount & {
  /** The reseller reads it: in the ledger and in the webhook. */
  readonly reason: string;
  /** Unique among all movements of the account, so that a repeated request pays once. The reseller reads it. */
  readonly reference: string;
  /** Such as `operator:ada`. */
  readonly actor: string;
};

/** A reversal that has been posted. All amounts are USD, as the shortest decimal texts. */
export interface Reversal extends OrderRef {
  readonly total: string;
  /** What this reversal has paid back. */
  readonly amount: string;
  /** What this one and the earlier reversals of the order have paid back. */
  readonly refunded: string;
  /** Of the account, after this reversal. */
  readonly balance: string;
  readonly reference: string;
  readonly reason: string;
  readonly createdAt: Date;
}

/** The result of a request, and what it has changed; a repeated request changes nothing. */
export interface ReversedOrder extends AuditedChange {
  readonly reversal: Reversal;
}

/** A reversal after the transaction that has posted it, or has found it. */
interface FoundReversal {
  readonly reversal: Reversal;
  /** USD that had been paid back of the order before the transaction. */
  readonly refundedBefore: string;
  readonly isNew: boolean;
}

/** Pays accepted orders back, whole or in part. The order stays accepted, and no supplier is asked for anything. */
@Injectable()
export class OrderReversal {
  constructor(
    private readonly orders: OrderRepository,
    private readonly refunded: RefundedOrders,
    private readonly balances: BalanceService,
    private readonly events: OrderEvents,
  ) {}

  /**
   * Posts a reversal and writes its events in the caller's transaction. The order is locked first and then its account, as a
   * rejection does, so that all reversals of an order together never exceed its total. The same reference with the same order
   * and amount answers the reversal that there is. The caller asks `BalanceService.refusalOf` what an error means after the
   * transaction has ended.
   * @throws MissingError if there is no such order; ConflictError if it does not allow this, or the reference belongs to
   * another movement; OperatorError for a wrong request; the error of the database
   */
  async reverse(
    manager: EntityManager,
    orderId: string,
    request: ReversalRequest,
  ): Promise<ReversedOrder> {
    const { isNew, ...found } = await this.inTransaction(manager, orderId, wellFormed(request));
    return { reversal: found.reversal, ...changeOf(found, !isNew) };
  }

  private async inTransaction(
    manager: EntityManager,
    orderId: string,
    asked: ReversalRequest,
  ): Promise<FoundReversal> {
    const order = await this.orders.lockById(manager, orderId);
    if (!order) throw noSuchOrder(orderId);
    const { accountId } = order;
    const { reference } = asked;
    const found = () => this.balances.movementUnder(manager, accountId, reference);
    const earlier = await found();
    const decision = reversalDecision(order, asked, reference, earlier);
    if (decision.kind === 'refuse') {
      throw new ConflictError(...decision.sentence);
    }
    if (decision.kind === 'pay') await this.pay(manager, order, decision.amount, asked);
    const movement = earlier ?? (await found());
    if (!movement) throw new Error(`the reversal of order ${orderId} was not written`);
    const reversal = reversalOf(order, reference, movement);
    return { reversal, refundedBefore: order.refunded, isNew: decision.kind === 'pay' };
  }

  private async pay(
    manager: EntityManager,
    order: Order,
    amount: string,
    { reason: note, reference, actor }: ReversalRequest,
  ): Promise<void> {
    const { accountId, orderId } = order;
    const audience = await this.refunded.add(manager, order, amount);
    await this.balances.reverse(manager, { accountId, orderId, amount, reference, note, actor });
    const refunded = sumOf(order.refunded, amount);
    const refund = { amount, refunded, reason: note, reference };
    await this.events.refunded(manager, order, refund, audience);
  }
}

/** @throws OperatorError */
function wellFormed(request: ReversalRequest): ReversalRequest {
  const reason = givenText(request.reason, 'order.reason-missing');
  const reference = givenText(request.reference, 'reversal.reference-missing');
  return 'amount' in request
    ? { ...request, amount: addedAmount(request.amount), reason, reference }
    : { ...request, reason, reference };
}

function givenText(
  text: string,
  missing: 'order.reason-missing' | 'reversal.reference-missing',
): string {
  const given = canonicalText(text);
  if (given === '' || !isStorableText(given)) throw new OperatorError(...sentence(missing));
  return given;
}

function reversalOf(order: Order, reference: string, movement: ReferencedMovement): Reversal {
  return {
    accountId: order.accountId,
    orderId: order.orderId,
    total: numericText(order.total),
    amount: numericText(movement.amount),
    refunded: numericText(movement.refunded ?? movement.amount),
    balance: numericText(movement.balanceAfter),
    reference,
    reason: movement.note,
    createdAt: movement.createdAt,
  };
}

function changeOf(
  { reversal, refundedBefore }: Pick<FoundReversal, 'reversal' | 'refundedBefore'>,
  isRepeated: boolean,
): AuditedChange {
  if (isRepeated) {
    const unchanged = { refunded: numericText(refundedBefore) };
    return { before: unchanged, after: unchanged };
  }
  const { amount, refunded, balance } = reversal;
  const [less, poorer] = [refunded, balance].map((usd) => sumOf(usd, negated(amount)));
  return { before: { refunded: less, balance: poorer }, after: { refunded, balance } };
}
