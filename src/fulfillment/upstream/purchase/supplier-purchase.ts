import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { numericText, toDecimal } from '../../../common/decimal.js';
import { LOGGER } from '../../../common/logger.js';
import type {
  FulfillmentOutcome,
  WaitingOrder,
} from '../../../orders/delivery/fulfillment-handler.js';
import { PurchaseGuards } from './purchase-guards.js';
import { refusedStep, type RefusedAttempt, type Sealing } from './refused-attempt.js';
import {
  checkedVerdict,
  isSealed,
  placedVerdict,
  type OrderThere,
  type SupplierVerdict,
  type Purchased,
} from '../supplier/supplier-answers.js';
import { SupplierAttemptRepository } from './supplier-attempt.repository.js';
import { SupplierCalls } from '../supplier/supplier-calls.js';
import type { Supplier, SupplierAttempt } from '../supplier/supplier.entity.js';
import { pauseOf, pending } from './polling-delay.js';

/** How long a try that was not answered may still be on its way. */
const LONGEST_JOURNEY_MS = 10 * 60_000;
const JOURNEY_LOOK_SECONDS = 60;

/** The order, whom it is bought from, and how far that has come. */
interface Purchase {
  readonly order: WaitingOrder;
  readonly supplier: Supplier;
  readonly attempt: SupplierAttempt;
}

/**
 * One round of buying an order. The key of the attempt is stored before anything is sent and is the same for every
 * try, so that the supplier makes one order of them. Whatever does not say for certain what became of it leaves our
 * order waiting. A refusal is stored before it counts, so that no other process sends the order once more while its
 * money goes back.
 */
@Injectable()
export class SupplierPurchase {
  constructor(
    private readonly attempts: SupplierAttemptRepository,
    private readonly calls: SupplierCalls,
    private readonly guards: PurchaseGuards,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws NoAnswerError which leaves everything open */
  async buy(
    order: WaitingOrder,
    supplier: Supplier,
    supplierProduct: number,
  ): Promise<FulfillmentOutcome> {
    const { accountId, orderId } = order;
    const key = { accountId, orderId, supplierId: supplier.id, supplierProduct };
    const purchase = { order, supplier, attempt: await this.attempts.of(key) };
    if (purchase.attempt.refusal !== null) return this.makeSure(purchase);
    if (purchase.attempt.sends > 0) {
      const seen = await this.look(purchase);
      // What the supplier has taken it must not get once more, even if it has forgotten the order, and so the key.
      const sendable = seen.kind === 'unseen' && purchase.attempt.supplierOrderId === null;
      if (!sendable) return this.outcomeOf(purchase, seen);
    }
    const objection = await this.guards.objectionTo(order, supplier, supplierProduct);
    return objection === undefined ? this.send(purchase) : this.object(purchase, objection);
  }

  /** Buys no more. A try that was sent before there was an objection has time to arrive. */
  private async object(purchase: Purchase, objection: string): Promise<FulfillmentOutcome> {
    if (!mayArrive(purchase.attempt)) return this.refuse(purchase, objection);
    return pending(JOURNEY_LOOK_SECONDS, `${objection}; an earlier try may still arrive`);
  }

  private async send(purchase: Purchase): Promise<FulfillmentOutcome> {
    const { order, supplier, attempt } = purchase;
    if (!(await this.attempts.send(attempt))) return overtaken(order);
    const sent = { ...attempt, sends: attempt.sends + 1, sentAt: new Date() };
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

  private async look({ supplier, attempt }: Purchase): Promise<SupplierVerdict> {
    const query = { orders: `[${attempt.attemptUuid}]`, uuid: '1' };
    return checkedVerdict((await this.calls.get(supplier, 'check', query)).body);
  }

  private async refuse(purchase: Purchase, reason: string): Promise<FulfillmentOutcome> {
    const { order, attempt } = purchase;
    const { attemptUuid, sends } = attempt;
    if (!(await this.attempts.refuse(attemptUuid, sends, reason))) return overtaken(order);
    return this.makeSure({ ...purchase, attempt: { ...attempt, refusal: reason } });
  }

  /** Asks the supplier until it is certain that a refused attempt stays refused, or that it is not. */
  private async makeSure(purchase: Purchase): Promise<FulfillmentOutcome> {
    const { attempt } = purchase;
    const refused = { kind: 'refused', reason: attempt.refusal ?? '' } as const;
    let asked: RefusedAttempt = { sends: attempt.sends, mayStillArrive: mayArrive(attempt) };
    for (;;) {
      const step = refusedStep(asked);
      switch (step.kind) {
        case 'seal':
          asked = { ...asked, sealing: await this.seal(purchase) };
          break;
        case 'look':
          asked = { ...asked, look: await this.look(purchase) };
          break;
        case 'refuse':
          return refused;
        case 'follow':
          return this.outcomeOf(purchase, step.verdict);
        case 'wait':
          return pending(
            JOURNEY_LOOK_SECONDS,
            `${refused.reason}; an earlier try may still arrive`,
          );
      }
    }
  }

  private async seal({ supplier, attempt }: Purchase): Promise<Sealing> {
    const query = { orders: `[${attempt.attemptUuid}]`, uuid: '1', seal: '1' };
    const { body } = await this.calls.get(supplier, 'check', query);
    return isSealed(body, attempt.attemptUuid) ? { kind: 'sealed' } : checkedVerdict(body);
  }

  private async outcomeOf(
    purchase: Purchase,
    verdict: SupplierVerdict,
  ): Promise<FulfillmentOutcome> {
    const { order, supplier } = purchase;
    switch (verdict.kind) {
      case 'refused':
        return this.refuse(purchase, verdict.reason);
      case 'unseen':
        return pending(pauseOf(order, 'doubt'), `${supplier.name} does not know the order`);
      case 'unknown':
        return pending(pauseOf(order, 'doubt'), verdict.why);
      case 'accept':
      case 'wait':
      case 'rejected':
        return this.outcomeAt(purchase, verdict);
    }
  }

  /** What an order there means for ours. */
  private async outcomeAt(purchase: Purchase, there: OrderThere): Promise<FulfillmentOutcome> {
    const { order, supplier, attempt } = purchase;
    const { orderId } = there.purchased;
    const known = attempt.supplierOrderId ?? orderId;
    // Whatever it is, it is not what we bought.
    if (known !== orderId)
      return pending(pauseOf(order, 'doubt'), `${known} has become ${orderId}`);
    if (attempt.supplierOrderId === null) await this.note(purchase, there.purchased);
    const place = `${supplier.name} ${orderId}`;
    switch (there.kind) {
      case 'accept':
        return { kind: 'delivered', codes: there.codes, note: place };
      case 'rejected':
        return { kind: 'refused', reason: `${place} was rejected` };
      case 'wait':
        return pending(pauseOf(order, 'work'), `${place} is at work`);
    }
  }

  private async note({ order, supplier, attempt }: Purchase, purchased: Purchased): Promise<void> {
    await this.attempts.bought(attempt.attemptUuid, purchased);
    const { cost } = purchased;
    if (cost === null || toDecimal(cost).lessThanOrEqualTo(toDecimal(order.total))) return;
    const { orderId, total } = order;
    this.logger.warn(
      { orderId, supplier: supplier.name, cost, total },
      'an order was sold at a loss',
    );
  }
}

/** True while the last try may still be on its way to the supplier. */
function mayArrive({ sentAt }: SupplierAttempt): boolean {
  return sentAt !== null && Date.now() - sentAt.getTime() <= LONGEST_JOURNEY_MS;
}

/** Another run has moved the attempt on; what it makes of it will be seen. */
function overtaken(order: WaitingOrder) {
  return pending(pauseOf(order, 'doubt'), 'another process is at it');
}
