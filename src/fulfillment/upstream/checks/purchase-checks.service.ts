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
  /** When the supplier is to be asked again by the id of its order; undefined if it is to be asked by the key now. */
  readonly againInSeconds: number | undefined;
}

/**
 * Asks suppliers about many purchases at once, by the ids of their orders. That an order is at work there is all that is
 * believed: a supplier may have named the order of another purchase, so what ends an order is asked for by its key.
 */
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
        const { supplierOrder, sentAt } = purchase;
        // Which of several purchases an order there belongs to only their keys tell.
        const there = counts.get(supplierOrder) === 1 ? heard.get(supplierOrder) : undefined;
        return { purchase, againInSeconds: nextById(sentAt, there) };
      });
    } catch (error) {
      const againInSeconds = afterFailure(error);
      return purchases.map((purchase) => ({ purchase, againInSeconds }));
    }
  }
}

function nextById(sentAt: Date, there: OrderThere | undefined): number | undefined {
  return there?.kind === 'wait' ? pollDelaySeconds(sentAt, 'waiting') : undefined;
}

/** A supplier that gave no answer, or too large a one, may answer about each order alone. */
function afterFailure(error: unknown): number | undefined {
  if (error instanceof SupplierBusyError) return error.againInSeconds;
  if (error instanceof SupplierUnansweredError) return undefined;
  throw error;
}
