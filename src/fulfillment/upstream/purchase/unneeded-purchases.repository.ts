import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { OrderRef } from '../../../orders/order.entity.js';

/** A purchase whose order was closed by hand before the supplier had decided. */
export interface UnneededPurchase extends OrderRef {
  readonly supplier: string;
  readonly supplierId: number;
  readonly supplierProduct: number;
  /** When the order was placed here, and when it was closed. */
  readonly createdAt: Date;
  readonly closedAt: Date;
}

/** Reads and writes unneeded purchases; they begin with the decision of their order. */
@Injectable()
export class UnneededPurchasesRepository {
  constructor(private readonly database: Database) {}

  /** Those of which the supplier is to be asked now. They are due again later, so that no other process gets them too. */
  async takeDue(limit: number): Promise<UnneededPurchase[]> {
    const [due] = await this.database.manager.query<[UnneededPurchase[], number]>(TAKE_DUE, [
      limit,
    ]);
    return due;
  }

  async keepOpen(
    { accountId, orderId }: OrderRef,
    { note, againInSeconds }: { readonly note: string; readonly againInSeconds: number },
  ): Promise<void> {
    const order = [accountId, orderId];
    await this.database.transaction(async (manager) => {
      await manager.query(LOCK, order);
      await manager.query(KEEP_OPEN, [...order, note, againInSeconds]);
    });
  }

  /** @param bought true if the supplier has delivered. @returns false if another process has settled it before. */
  async settle(
    { accountId, orderId }: OrderRef,
    { note, bought }: { readonly note: string; readonly bought: boolean },
  ): Promise<boolean> {
    const order = [accountId, orderId];
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK, order);
      const values = [...order, note, bought];
      const [, rows] = await manager.query<[unknown, number]>(SETTLE, values);
      await manager.query(FORGET_KEY, order);
      return rows === 1;
    });
  }
}

/** Longer than all calls to a supplier for one purchase can take. */
const TAKE_DUE = `
  UPDATE unneeded_purchases taken SET due_at = now() + interval '5 minutes'
  FROM orders placed, suppliers supplier
  WHERE (taken.account_id, taken.order_id) IN (
      SELECT account_id, order_id FROM unneeded_purchases
      WHERE settled_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
    AND placed.account_id = taken.account_id AND placed.order_id = taken.order_id
    AND supplier.id = taken.supplier_id
  RETURNING taken.account_id AS "accountId", taken.order_id AS "orderId", supplier.name AS supplier,
            supplier.id AS "supplierId", supplier_product AS "supplierProduct",
            created_at AS "createdAt", closed_at AS "closedAt"`;

/** What a supplier says may repeat what the order was placed with. */
const NOTE = `
  CASE WHEN (SELECT erased_at FROM orders WHERE account_id = $1 AND order_id = $2) IS NULL THEN $3 ELSE 'erased' END`;

const KEEP_OPEN = `
  UPDATE unneeded_purchases
  SET due_at = now() + $4::double precision * interval '1 second', note = ${NOTE}
  WHERE account_id = $1 AND order_id = $2 AND settled_at IS NULL`;

/** Waits for an erasure, which the next statements see then. */
const LOCK = 'SELECT FROM unneeded_purchases WHERE account_id = $1 AND order_id = $2 FOR UPDATE';

const SETTLE = `
  UPDATE unneeded_purchases SET due_at = NULL, note = ${NOTE}, bought = $4, settled_at = now()
  WHERE account_id = $1 AND order_id = $2 AND settled_at IS NULL`;

/** Of an erased order: nobody asks under it any more, and it is a hash of what is erased. */
const FORGET_KEY = `
  UPDATE supplier_attempts attempt SET attempt_uuid = gen_random_uuid() FROM orders placed
  WHERE (attempt.account_id, attempt.order_id) = ($1::integer, $2::text) AND erased_at IS NOT NULL
    AND (placed.account_id, placed.order_id) = ($1::integer, $2::text)`;
