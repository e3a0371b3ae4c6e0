import { Injectable } from '@nestjs/common';
import { numericText } from '../../../common/decimal.js';
import { shopClock } from '../../../common/shop-clock.js';
import type {
  FulfillmentOutcome,
  WaitingOrder,
} from '../../../orders/delivery/fulfillment-handler.js';
import { AttemptInquiry, mayBeInTransit } from './attempt-inquiry.js';
import { PurchaseGuards } from './purchase-guards.js';
import { PurchaseLookup } from './purchase-lookup.js';
import { refusedStep, type RefusedAttempt } from './refused-attempt.js';
import {
  placedVerdict,
  type OrderThere,
  type SupplierVerdict,
  type Purchased,
} from '../supplier/supplier-answers.js';
import { SupplierAttemptRepository } from './supplier-attempt.repository.js';
import { SupplierCalls } from '../supplier/supplier-calls.js';
import { isFrozen } from '../supplier/is-frozen.js';
import type { Supplier, SupplierAttempt } from '../supplier/supplier.entity.js';
import { pollDelaySeconds, pending } from './polling-delay.js';

/** The order, its supplier, and the state of the attempt. */
interface Purchase {
  readonly order: WaitingOrder;
  readonly supplier: Supplier;
  readonly attempt: SupplierAttempt;
}

/**
 * One run of buying an order. The idempotency key of the attempt is committed before anything is sent, and is the same
 * for every try, so the supplier creates at most one order. Our order keeps waiting unless the supplier's answer is
 * certain. A refusal is committed before it takes effect, so that no other process sends the order while it is refunded.
 */
@Injectable()
export class SupplierPurchase {
  constructor(
    private readonly attempts: SupplierAttemptRepository,
    private readonly calls: SupplierCalls,
    private readonly guards: PurchaseGuards,
    private readonly inquiry: AttemptInquiry,
    private readonly lookup: PurchaseLookup,
  ) {}

  /** @throws SupplierUnansweredError if the outcome is unknown */
  async buy(
    order: WaitingOrder,
    supplier: Supplier,
    supplierProduct: number,
  ): Promise<FulfillmentOutcome> {
    const purchase = await this.purchaseOf(order, supplier, supplierProduct);
    if (purchase.attempt.refusal !== null) return this.confirmRefusal(purchase);
    const seen = await this.lookup.find(supplier, purchase.attempt, order);
    if (seen) {
      const { attempt, verdict } = seen;
      // An order that the supplier once accepted is never sent again, even if the supplier has lost it with its key.
      const sendable = verdict.kind === 'unseen' && attempt.supplierOrderId === null;
      if (!sendable) return this.outcomeOf({ ...purchase, attempt }, verdict);
    }
    // Under a later key, which the supplier will know when it has arrived.
    if (await this.lookup.mayLostOneArrive()) return inTransit(purchase, 'the shop was restored');
    if (isFrozen(supplier)) return this.passOver(purchase);
    const objection = await this.guards.objectionTo(order, supplier, supplierProduct);
    return objection === undefined ? this.send(purchase) : this.stop(purchase, objection);
  }

  /**
   * Passes over a frozen supplier where nothing has to be asked there, so that neither limit nor breaker of its calls delays
   * the order.
   * @returns undefined if the supplier is not frozen, or has to be asked
   */
  async withoutCall(
    order: WaitingOrder,
    supplier: Supplier,
    supplierProduct: number,
  ): Promise<FulfillmentOutcome | undefined> {
    if (!isFrozen(supplier)) return undefined;
    const purchase = await this.purchaseOf(order, supplier, supplierProduct);
    if (!(await this.lookup.wasNeverSent(purchase.attempt, order))) return undefined;
    return purchase.attempt.refusal === null
      ? this.passOver(purchase)
      : this.confirmRefusal(purchase);
  }

  /** The outcome if the supplier gave no answer. */
  async unanswered(
    order: WaitingOrder,
    supplier: Supplier,
    supplierProduct: number,
    note: string,
  ): Promise<FulfillmentOutcome> {
    // It may have been sent meanwhile.
    return pending(pauseSeconds(await this.purchaseOf(order, supplier, supplierProduct)), note);
  }

  private async purchaseOf(
    order: WaitingOrder,
    supplier: Supplier,
    supplierProduct: number,
  ): Promise<Purchase> {
    const { accountId, orderId } = order;
    const key = { accountId, orderId, supplierId: supplier.id, supplierProduct };
    return { order, supplier, attempt: await this.attempts.findOrCreate(key) };
  }

  /** What was not sent goes on to the next step at once; what was sent, or is bought again, waits, and is not sent again. */
  private async passOver(purchase: Purchase): Promise<FulfillmentOutcome> {
    const reason = `${purchase.supplier.name} is frozen`;
    const { sends, generation } = purchase.attempt;
    if (sends > 0 || generation > 0) return pending(pauseSeconds(purchase), reason);
    return this.refuse(purchase, reason);
  }

  /** Stops buying; waits first while an earlier request may still arrive. */
  private async stop(purchase: Purchase, objection: string): Promise<FulfillmentOutcome> {
    if (!mayBeInTransit(purchase.attempt)) return this.refuse(purchase, objection);
    return inTransit(purchase, objection);
  }

  private async send(purchase: Purchase): Promise<FulfillmentOutcome> {
    const { order, supplier, attempt } = purchase;
    if (!(await this.attempts.recordSend(attempt))) return overtaken(purchase);
    const sent = { ...attempt, sends: attempt.sends + 1, sentAt: shopClock.databaseNow() };
    const path = `newOrder/${attempt.supplierProduct}/params`;
    const query = {
      ...order.fields,
      qty: numericText(order.quantity),
      order_uuid: attempt.attemptUuid,
    };
    const via = await this.guards.viaOf(order);
    const { body } = await this.calls.get(supplier, path, query, via);
    return this.outcomeOf({ ...purchase, attempt: sent }, placedVerdict(body));
  }

  private async refuse(purchase: Purchase, reason: string): Promise<FulfillmentOutcome> {
    const { attempt } = purchase;
    const { attemptUuid, sends } = attempt;
    if (await this.lookup.mayLostOneArrive()) return inTransit(purchase, reason);
    if (!(await this.attempts.recordRefusal(attemptUuid, sends, reason)))
      return overtaken(purchase);
    return this.confirmRefusal({ ...purchase, attempt: { ...attempt, refusal: reason } });
  }

  /** Makes sure that a refused attempt stays refused; asks the supplier as `refusedStep` decides. */
  private async confirmRefusal(purchase: Purchase): Promise<FulfillmentOutcome> {
    const { order, supplier, attempt } = purchase;
    const refused = { kind: 'refused', reason: attempt.refusal ?? '' } as const;
    // A frozen one may not answer, and what was never sent need not be sealed.
    if (isFrozen(supplier) && (await this.lookup.wasNeverSent(attempt, order))) return refused;
    let asked: RefusedAttempt = { sends: attempt.sends, mayStillArrive: mayBeInTransit(attempt) };
    for (;;) {
      const step = refusedStep(asked);
      switch (step.kind) {
        case 'seal':
          asked = { ...asked, sealing: await this.inquiry.seal(supplier, attempt.attemptUuid) };
          break;
        case 'check':
          asked = { ...asked, checked: await this.inquiry.check(supplier, attempt.attemptUuid) };
          break;
        case 'refuse':
          return refused;
        case 'follow':
          return this.outcomeOf(purchase, step.verdict);
        case 'wait':
          return inTransit(purchase, refused.reason);
      }
    }
  }

  private async outcomeOf(
    purchase: Purchase,
    verdict: SupplierVerdict,
  ): Promise<FulfillmentOutcome> {
    const { supplier } = purchase;
    switch (verdict.kind) {
      case 'refused':
        return this.refuse(purchase, verdict.reason);
      case 'unseen':
        await this.attempts.recordSight(purchase.attempt, false);
        return pending(pauseSeconds(purchase), `${supplier.name} does not know the order`);
      case 'unknown':
        return pending(pauseSeconds(purchase), verdict.why);
      case 'accept':
      case 'wait':
      case 'rejected':
        return this.outcomeAt(purchase, verdict);
    }
  }

  /** The outcome for our order, from the state of the supplier's order. */
  private async outcomeAt(purchase: Purchase, there: OrderThere): Promise<FulfillmentOutcome> {
    const { supplier, attempt } = purchase;
    const { orderId } = there.purchased;
    const known = attempt.supplierOrderId ?? orderId;
    // The supplier shows another order under our key, which says nothing about the order that we bought.
    if (known !== orderId) return pending(pauseSeconds(purchase), `${known} has become ${orderId}`);
    if (attempt.supplierOrderId === null) await this.recordOrder(purchase, there.purchased);
    else await this.attempts.recordSight(attempt, true);
    const place = `${supplier.name} ${orderId}`;
    switch (there.kind) {
      case 'accept':
        return { kind: 'delivered', codes: there.codes, note: place };
      case 'rejected':
        return { kind: 'refused', reason: `${place} was rejected` };
      case 'wait':
        // What a look-up has found counts as sent now.
        return pending(
          pollDelaySeconds(attempt.sentAt ?? shopClock.databaseNow(), 'waiting'),
          `${place} is at work`,
        );
    }
  }

  private async recordOrder(
    { order, supplier, attempt }: Purchase,
    purchased: Purchased,
  ): Promise<void> {
    await this.attempts.recordOrder(attempt.attemptUuid, purchased);
    this.guards.warnOfLoss(order, supplier, purchased);
  }
}

/** The pause while the state is unknown. A purchase that was not sent yet is as old as its order. */
function pauseSeconds({ order, attempt }: Purchase): number {
  return pollDelaySeconds(attempt.sentAt ?? order.createdAt, 'unknown');
}

function inTransit(purchase: Purchase, reason: string) {
  const note = `${reason}; an earlier try may still arrive`;
  return pending(pauseSeconds(purchase), note);
}

/** Another run has changed the attempt; the next run sees its result. */
function overtaken(purchase: Purchase) {
  return pending(pauseSeconds(purchase), 'another process is at it');
}
