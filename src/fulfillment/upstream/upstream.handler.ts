import { Injectable } from '@nestjs/common';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
  Pending,
  WaitingOrder,
} from '../../orders/delivery/fulfillment-handler.js';
import {
  checkedVerdict,
  isSealed,
  placedVerdict,
  type SupplierVerdict,
} from './supplier-answers.js';
import type { Supplier, SupplierAttempt } from './supplier.entity.js';
import { NoAnswerError } from './supplier.client.js';
import { SupplierBusyError, SupplierCalls } from './supplier-calls.js';
import { SupplierRepository } from './supplier.repository.js';
import { PurchaseGuards } from './purchase-guards.js';

/** A refusal by a supplier that cannot seal counts at once only if nothing of ours can still be on its way. */
const LONGEST_JOURNEY = 10 * 60_000;
const DOUBT_SECONDS = 2;

/** The supplier and its product that an order is bought as. */
interface Purchase {
  readonly supplier: Supplier;
  readonly attempt: SupplierAttempt;
  readonly order: WaitingOrder;
  readonly via: readonly string[];
}

/**
 * Buys orders from another shop of this wire. The key of the purchase is stored before anything is sent and is the
 * same for every try, so that the supplier makes one order of them; and whatever does not say for certain what became
 * of it leaves our order waiting.
 */
@Injectable()
export class UpstreamHandler implements FulfillmentHandler {
  readonly code = 'upstream';

  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly calls: SupplierCalls,
    private readonly guards: PurchaseGuards,
  ) {}

  async checkSettings(settings: FulfillmentSettings): Promise<void> {
    const { supplier } = settingsOf(settings);
    if (await this.suppliers.find(supplier)) return;
    throw new OperatorError(`There is no supplier "${supplier}"; see "souk supplier add".`);
  }

  async deliver(order: WaitingOrder, settings: FulfillmentSettings): Promise<FulfillmentOutcome> {
    const { supplier: name, product } = settingsOf(settings);
    const supplier = await this.suppliers.find(name);
    if (!supplier) throw new Error(`there is no supplier "${name}" any more`);
    try {
      return await this.buy(order, supplier, product);
    } catch (error) {
      if (error instanceof SupplierBusyError) return pending(error.againInSeconds, error.message);
      if (error instanceof NoAnswerError) {
        return pending(DOUBT_SECONDS, `${name} gave no answer: ${error.message}`);
      }
      throw error;
    }
  }

  private async buy(
    order: WaitingOrder,
    supplier: Supplier,
    supplierProduct: number,
  ): Promise<FulfillmentOutcome> {
    const { accountId, orderId } = order;
    const key = { accountId, orderId, supplierId: supplier.id, supplierProduct };
    const via = [...order.via, await this.suppliers.ownShopId()];
    let attempt = await this.suppliers.findAttempt(key);
    if (!attempt?.sentAt) {
      const objection = await this.guards.objectionTo(order, supplier, supplierProduct);
      if (objection !== undefined) return { kind: 'refused', reason: objection };
      attempt ??= await this.suppliers.makeAttempt(key);
    }
    const purchase = { supplier, attempt, order, via };
    const first = await this.suppliers.markSent(attempt);
    if (!first) {
      const seen = await this.check(purchase);
      if (seen.kind !== 'unseen') return outcomeOf(seen, order);
    }
    const verdict = placedVerdict((await this.place(purchase)).body);
    if (verdict.kind === 'none') return this.confirmRefusal(purchase, verdict, first);
    return outcomeOf(verdict, order);
  }

  private place({ supplier, attempt, order, via }: Purchase) {
    const path = `newOrder/${attempt.supplierProduct}/params`;
    const query = { ...order.fields, qty: order.quantity, order_uuid: attempt.attemptUuid };
    return this.calls.get(supplier, path, query, via);
  }

  private async check({ supplier, attempt }: Purchase): Promise<SupplierVerdict> {
    const query = { orders: `[${attempt.attemptUuid}]`, uuid: '1' };
    return checkedVerdict((await this.calls.get(supplier, 'check', query)).body);
  }

  /**
   * Makes sure that a refused purchase stays refused. A try that is still on its way, or that a proxy repeats, could
   * become an order after the money was given back; sealing its key rules that out.
   */
  private async confirmRefusal(
    { supplier, attempt, order }: Purchase,
    refusal: SupplierVerdict & { kind: 'none' },
    first: boolean,
  ): Promise<FulfillmentOutcome> {
    const uuid = attempt.attemptUuid;
    const query = { orders: `[${uuid}]`, uuid: '1', seal: '1' };
    const { body } = await this.calls.get(supplier, 'check', query);
    if (isSealed(body, uuid)) return { kind: 'refused', reason: refusal.reason };
    const seen = checkedVerdict(body);
    if (seen.kind !== 'unseen') return outcomeOf(seen, order);
    // This shop cannot seal.
    const sent = attempt.sentAt?.getTime() ?? Date.now();
    if (first || Date.now() - sent > LONGEST_JOURNEY) {
      return { kind: 'refused', reason: refusal.reason };
    }
    return pending(60, `${refusal.reason}; an earlier try may still arrive`);
  }
}

function outcomeOf(verdict: SupplierVerdict, order: WaitingOrder): FulfillmentOutcome {
  switch (verdict.kind) {
    case 'accept':
      return { kind: 'delivered', codes: verdict.codes };
    case 'none':
      return { kind: 'refused', reason: verdict.reason };
    case 'wait':
      return pending(pollingPause(order), 'the supplier is at work');
    case 'unseen':
      return pending(DOUBT_SECONDS, 'the supplier does not know the order');
    case 'unknown':
      return pending(2 * DOUBT_SECONDS, verdict.why);
  }
}

/** Young orders are looked after often, old ones rarely: from 1 second to 5 minutes. */
function pollingPause({ createdAt }: WaitingOrder): number {
  const age = (Date.now() - createdAt.getTime()) / 1000;
  return Math.round(Math.min(Math.max(age / 4, 1), 300));
}

function pending(againInSeconds: number, note: string): Pending {
  return { kind: 'pending', againInSeconds, note };
}

function settingsOf({ supplier, product, ...others }: FulfillmentSettings) {
  const known = Object.keys(others).length === 0;
  if (known && typeof supplier === 'string' && Number.isInteger(product) && Number(product) > 0) {
    return { supplier, product: Number(product) };
  }
  throw new OperatorError(
    'The handler "upstream" takes two settings, supplier (its name) and product (its product id).',
  );
}
