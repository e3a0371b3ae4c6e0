import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { OpenPurchases, type OpenPurchase } from '../../../orders/open-purchases.js';
import type { OrderRef } from '../../../orders/order.entity.js';
import { REACHED_PURCHASE } from '../../costs/reached-purchase.sql.js';

/** Reads the purchase that a delivery has reached: suppliers before it have refused, and those behind it were not asked. */
@Injectable()
export class OpenPurchasesRepository extends OpenPurchases {
  constructor(private readonly database: Database) {
    super();
  }

  async find(
    { accountId, orderId }: OrderRef,
    within = this.database.manager,
  ): Promise<OpenPurchase | undefined> {
    const [found] = await within.query<OpenPurchase[]>(OPEN, [accountId, orderId]);
    return found;
  }

  async follow({ accountId, orderId }: OrderRef, within: EntityManager): Promise<void> {
    await within.query(FOLLOW, [accountId, orderId]);
  }
}

/** A refusal that was not confirmed yet leaves the purchase open, since a lost try may still arrive. */
const PURCHASES = `${REACHED_PURCHASE} AND NOT delivery.closed AND attempt.sends > 0`;

const OPEN = `
  SELECT supplier.name AS supplier, supplier_order_id AS "supplierOrder", attempt_uuid AS key,
         generation, sends AS requests, sent_at AS "sentAt", forgotten_at AS "forgottenAt"
  ${PURCHASES}`;

const FOLLOW = `
  INSERT INTO unneeded_purchases (account_id, order_id, supplier_id, supplier_product)
  SELECT attempt.account_id, attempt.order_id, attempt.supplier_id, attempt.supplier_product ${PURCHASES}`;
