import assert from 'node:assert/strict';
import { Injectable } from '@nestjs/common';
import { RepeatedPurchases } from '../../fulfillment/delivery/repeated-purchases.service.js';
import type { GivenUpPurchase } from '../../fulfillment/upstream/purchase/forgotten-purchases.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { OpenPurchases, type OpenPurchase } from '../../orders/open-purchases.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { FIRST_STATUS } from '../../orders/rules/order-status.js';
import { timeOf, timeText } from '../../operations/answers/shown.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import type { RequestKey } from '../requests/request-key.js';
import type { BoughtAgainDto, OrderPurchaseDto, PurchaseDto } from './purchases.dto.js';

/** Purchases of waiting orders at suppliers, for operators. */
@Injectable()
export class PurchaseAdmin {
  constructor(
    private readonly orders: OrderListService,
    private readonly purchases: OpenPurchases,
    private readonly repeated: RepeatedPurchases,
    private readonly changes: AuditedChanges,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  /** @throws MissingError */
  async get(idOrUuid: string): Promise<OrderPurchaseDto> {
    const order = await this.orders.get(idOrUuid, false);
    const { orderId, status } = order;
    const purchase = status === FIRST_STATUS ? await this.purchases.find(order) : undefined;
    return { order_id: orderId, status, purchase: purchase ? purchaseShape(purchase) : null };
  }

  /** Asks the supplier now. @throws MissingError; ConflictError if the order does not wait at one */
  async askAgain(
    idOrUuid: string,
    by: ChangeAuthor,
    signal: AbortSignal,
  ): Promise<OrderPurchaseDto> {
    const { accountId, orderId } = await this.orders.get(idOrUuid, false);
    return this.changes.around(
      by,
      { name: 'order ask-again', details: { order: orderId } },
      async () => {
        const before = await this.get(orderId);
        await this.repeated.askAgain({ accountId, orderId }, signal);
        const result = await this.get(orderId);
        return { result, before: { ...before }, after: { ...result } };
      },
    );
  }

  /**
   * Buys a forgotten order under another key, after the supplier has sealed the former one or does not know it.
   * @param key under which this is done once. @throws MissingError; ConflictError
   */
  async buyAgain(
    idOrUuid: string,
    insteadOf: string,
    key: RequestKey,
    author: ChangeAuthor,
  ): Promise<BoughtAgainDto> {
    const { accountId, orderId } = await this.orders.get(idOrUuid, false);
    const order = { accountId, orderId };
    let givenUp: GivenUpPurchase | undefined;
    return this.onceOnly.run(key, {
      author,
      action: { name: 'order buy-again', details: { order: orderId, instead_of: insteadOf } },
      prepare: async () => {
        givenUp = await this.repeated.giveUp(order, insteadOf);
      },
      run: async (manager) => {
        assert(givenUp);
        const { supplier, why } = givenUp;
        const generation = await this.repeated.buyAgain(order, givenUp, author.actor, manager);
        const sealed = why === 'sealed';
        const result = { order_id: orderId, supplier, generation, instead_of: insteadOf, sealed };
        const before = { order_id: orderId, ...purchaseShape(givenUp) };
        return { result, before, after: { ...result } };
      },
    });
  }
}

function purchaseShape(purchase: OpenPurchase): PurchaseDto {
  const { supplier, key, generation, requests, sentAt, supplierOrder, forgottenAt } = purchase;
  return {
    supplier,
    key,
    generation,
    requests,
    sent_at: timeText(sentAt),
    supplier_order: supplierOrder,
    forgotten_at: timeOf(forgottenAt),
  };
}
