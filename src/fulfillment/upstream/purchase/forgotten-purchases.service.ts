import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../../common/app-error.js';
import { sentence } from '../../../common/sentence.js';
import type { OpenPurchase } from '../../../orders/open-purchases.js';
import type { OrderRef } from '../../../orders/order.entity.js';
import { SupplierBusyError, SupplierCalls } from '../supplier/supplier-calls.js';
import { SupplierUnansweredError } from '../supplier/supplier.client.js';
import { SupplierRepository } from '../supplier/supplier.repository.js';
import { AttemptInquiry, mayBeInTransit } from './attempt-inquiry.js';
import { OpenPurchasesRepository } from './open-purchases.repository.js';
import {
  MAX_GENERATION,
  PurchaseGenerations,
  type ReplacedWhy,
} from './purchase-generations.repository.js';
import type { Sealing } from './refused-attempt.js';

/** A purchase under whose key no order comes into being any more. */
export interface GivenUpPurchase extends OpenPurchase {
  readonly orderId: string;
  readonly why: ReplacedWhy;
}

/**
 * Purchases that their supplier has accepted and does not know any more, such as after a restore of its own. Only an operator may
 * have them made again: the supplier may have delivered or charged.
 */
@Injectable()
export class ForgottenPurchases {
  constructor(
    private readonly purchases: OpenPurchasesRepository,
    private readonly suppliers: SupplierRepository,
    private readonly calls: SupplierCalls,
    private readonly inquiry: AttemptInquiry,
    private readonly generations: PurchaseGenerations,
  ) {}

  /**
   * Has the supplier seal the key of a forgotten purchase, or confirm that it does not know it. Nothing is changed here.
   * @param key the one that the operator has seen
   * @throws ConflictError
   */
  async giveUp(order: OrderRef, key: string): Promise<GivenUpPurchase> {
    const purchase = await this.purchases.find(order);
    if (!purchase?.forgottenAt || purchase.key !== key) throw notForgotten(order);
    if (purchase.generation >= MAX_GENERATION) {
      throw new ConflictError(...sentence('purchase.too-often', { most: MAX_GENERATION }));
    }
    const why = whyReplaced(purchase, await this.sealing(purchase));
    return { ...purchase, orderId: order.orderId, why };
  }

  /**
   * Puts a purchase under the next key in the place of one that was given up. Of several at once, one does.
   * @returns the new generation. @throws ConflictError
   */
  async replace(
    { key, why, generation, orderId }: GivenUpPurchase,
    actor: string,
    manager: EntityManager,
  ): Promise<number> {
    const next = { generation: generation + 1, sends: 0, why, actor } as const;
    if (await this.generations.replace({ attemptUuid: key }, next, manager)) return next.generation;
    throw notForgotten({ orderId });
  }

  private async sealing({ supplier: name, key }: OpenPurchase): Promise<Sealing> {
    const supplier = await this.suppliers.find(name);
    if (!supplier) return { kind: 'unknown', why: 'there is no such supplier any more' };
    try {
      return await this.calls.run(supplier, () => this.inquiry.sealOrCheck(supplier, key));
    } catch (error) {
      const isSilent =
        error instanceof SupplierBusyError || error instanceof SupplierUnansweredError;
      if (!isSilent) throw error;
      return { kind: 'unknown', why: error.message };
    }
  }
}

/** @throws ConflictError unless no order can come into being under the key */
function whyReplaced({ supplier, sentAt }: OpenPurchase, sealing: Sealing): ReplacedWhy {
  switch (sealing.kind) {
    case 'sealed':
      return 'sealed';
    case 'unseen':
      if (!mayBeInTransit({ sentAt })) return 'not known';
      throw new ConflictError(...sentence('purchase.in-transit', { supplier }));
    case 'accept':
    case 'wait':
    case 'rejected':
      throw new ConflictError(...sentence('purchase.known-again', { supplier }));
    case 'refused':
    case 'unknown':
      throw new ConflictError(...sentence('purchase.no-answer', { supplier }));
  }
}

function notForgotten({ orderId }: Pick<OrderRef, 'orderId'>): ConflictError {
  return new ConflictError(...sentence('purchase.not-forgotten', { order: orderId }));
}
