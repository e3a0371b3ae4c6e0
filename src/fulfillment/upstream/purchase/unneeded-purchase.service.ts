import { Injectable } from '@nestjs/common';
import { storableNote } from '../../handlers/outcomes.js';
import { SupplierBusyError, SupplierCalls } from '../supplier/supplier-calls.js';
import { SupplierUnansweredError } from '../supplier/supplier.client.js';
import type { Supplier } from '../supplier/supplier.entity.js';
import { SupplierRepository } from '../supplier/supplier.repository.js';
import { mayBeInTransit } from './attempt-inquiry.js';
import { followUp, type FollowUp } from './follow-up.js';
import { pollDelaySeconds } from './polling-delay.js';
import { PurchaseLookup } from './purchase-lookup.js';
import { SupplierAttemptRepository } from './supplier-attempt.repository.js';
import {
  UnneededPurchasesRepository,
  type UnneededPurchase,
} from './unneeded-purchases.repository.js';

/** Asks a supplier about a purchase whose order was closed by hand. It changes neither the order nor its money. */
@Injectable()
export class UnneededPurchases {
  constructor(
    private readonly purchases: UnneededPurchasesRepository,
    private readonly attempts: SupplierAttemptRepository,
    private readonly suppliers: SupplierRepository,
    private readonly calls: SupplierCalls,
    private readonly lookup: PurchaseLookup,
  ) {}

  takeDue(limit: number): Promise<UnneededPurchase[]> {
    return this.purchases.takeDue(limit);
  }

  /** Stores what the supplier says. @returns true if it has delivered, which nobody had noted before. */
  async follow(purchase: UnneededPurchase): Promise<boolean> {
    const found = await this.asked(purchase);
    const note = storableNote(found.note);
    const order = found.there;
    if (found.kind === 'settled') {
      const { bought } = found;
      return (await this.purchases.settle(purchase, { bought, note })) && bought;
    }
    const why = order ? 'waiting' : 'unknown';
    const againInSeconds = pollDelaySeconds(purchase.closedAt, why);
    await this.purchases.keepOpen(purchase, { note, againInSeconds });
    return false;
  }

  private async asked(purchase: UnneededPurchase): Promise<FollowUp> {
    const supplier = await this.suppliers.find(purchase.supplier);
    if (!supplier) return { kind: 'open', note: 'there is no such supplier any more' };
    try {
      return await this.calls.run(supplier, () => this.answered(supplier, purchase));
    } catch (error) {
      const isSilent =
        error instanceof SupplierBusyError || error instanceof SupplierUnansweredError;
      if (!isSilent) throw error;
      return { kind: 'open', note: `no answer: ${error.message}` };
    }
  }

  private async answered(supplier: Supplier, purchase: UnneededPurchase): Promise<FollowUp> {
    const known = await this.attempts.findOrCreate(purchase);
    const { attempt, verdict } = await this.lookup.seal(supplier, known, purchase);
    const { supplierOrderId } = attempt;
    const mayStillArrive = mayBeInTransit(attempt) || (await this.lookup.mayLostOneArrive());
    const found = followUp({ supplierOrderId, mayStillArrive }, verdict);
    if (found.there && supplierOrderId === null) {
      await this.attempts.recordOrder(attempt.attemptUuid, found.there.purchased);
    }
    return found;
  }
}
