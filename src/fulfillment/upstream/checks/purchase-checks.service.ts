import { Injectable } from '@nestjs/common';
import { AttemptInquiry } from '../purchase/attempt-inquiry.js';
import { pollDelaySeconds } from '../purchase/polling-delay.js';
import type { OrderThere } from '../supplier/supplier-answers.js';
import { SupplierBusyError, SupplierCalls } from '../supplier/supplier-calls.js';
import { SupplierUnansweredError } from '../supplier/supplier.client.js';
import { SupplierRepository } from '../supplier/supplier.repository.js';
import type { DuePurchase } from './due-purchases.repository.js';

/** What became of asking about a purchase. */
export interface CheckedPurchase {
  readonly purchase: DuePurchase;
  readonly next:
    /** The supplier has decided. */
    | { readonly kind: 'decided'; readonly there: OrderThere }
    /** Nothing new; the supplier is to be asked again. */
    | { readonly kind: 'later'; readonly seconds: number }
    /** Nothing certain; its job asks by its key. */
    | { readonly kind: 'by key'; readonly afterSeconds: number };
}

/** Asks suppliers about many purchases at once, by the ids of their orders. */
@Injectable()
export class PurchaseChecks {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly calls: SupplierCalls,
    private readonly inquiry: AttemptInquiry,
  ) {}

  /** @param purchases from one supplier, of which one request asks. */
  async ask(name: string, purchases: readonly DuePurchase[]): Promise<CheckedPurchase[]> {
    const supplier = await this.suppliers.find(name);
    if (!supplier) return [];
    const counts = new Map<string, number>();
    for (const { supplierOrder } of purchases)
      counts.set(supplierOrder, (counts.get(supplierOrder) ?? 0) + 1);
    try {
      const heard = await this.calls.run(supplier, () =>
        this.inquiry.checkOrders(supplier, [...counts.keys()]),
      );
      return purchases.map((purchase) => {
        const { supplierOrder } = purchase;
        // Which of several purchases an order there belongs to only their keys tell.
        const there = counts.get(supplierOrder) === 1 ? heard.get(supplierOrder) : undefined;
        return { purchase, next: nextOf(purchase, there) };
      });
    } catch (error) {
      return purchases.map((purchase) => ({ purchase, next: afterFailure(purchase, error) }));
    }
  }
}

function nextOf({ sentAt }: DuePurchase, there: OrderThere | undefined): CheckedPurchase['next'] {
  if (!there) return { kind: 'by key', afterSeconds: 0 };
  if (there.kind !== 'wait') return { kind: 'decided', there };
  return { kind: 'later', seconds: pollDelaySeconds(sentAt, 'waiting') };
}

/** A supplier that gave no answer, or too large a one, may answer about each order alone. */
function afterFailure({ sentAt }: DuePurchase, error: unknown): CheckedPurchase['next'] {
  if (error instanceof SupplierBusyError) return { kind: 'later', seconds: error.againInSeconds };
  if (!(error instanceof SupplierUnansweredError)) throw error;
  return { kind: 'by key', afterSeconds: pollDelaySeconds(sentAt, 'unknown') };
}
