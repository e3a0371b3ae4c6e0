import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Purchased } from '../supplier/supplier-answers.js';
import { SupplierAttempt } from '../supplier/supplier.entity.js';

/** An order is bought at most once for each supplier and product of that supplier. */
type AttemptKey = Pick<SupplierAttempt, 'accountId' | 'orderId' | 'supplierId' | 'supplierProduct'>;

/**
 * The attempts to buy from suppliers. A change names the number of sends that the caller has read (optimistic locking),
 * so only one of two concurrent runs for the same order continues.
 */
@Injectable()
export class SupplierAttemptRepository {
  constructor(private readonly database: Database) {}

  /** Reads the attempt, or creates it. */
  async findOrCreate(key: AttemptKey): Promise<SupplierAttempt> {
    const { manager } = this.database;
    const known = await manager.findOneBy(SupplierAttempt, key);
    if (known) return known;
    const { accountId, orderId, supplierId, supplierProduct } = key;
    await manager.query(MAKE, [accountId, orderId, supplierId, supplierProduct]);
    return manager.findOneByOrFail(SupplierAttempt, key);
  }

  /**
   * Counts a send; this is committed before the request is sent.
   * @returns false if the attempt was changed since it was read, or the order was closed.
   */
  recordSend({ attemptUuid, sends }: SupplierAttempt): Promise<boolean> {
    return this.changed(SEND, [attemptUuid, sends]);
  }

  /** Stores a refusal, which rules out any further send. @returns false if the attempt was changed since it was read. */
  recordRefusal(attemptUuid: string, sends: number, reason: string): Promise<boolean> {
    return this.changed(REFUSE, [attemptUuid, sends, reason]);
  }

  async recordOrder(attemptUuid: string, { orderId, cost }: Purchased): Promise<void> {
    await this.changed(BOUGHT, [attemptUuid, orderId, cost]);
  }

  private async changed(statement: string, parameters: readonly unknown[]): Promise<boolean> {
    const [, rows] = await this.database.manager.query<[unknown, number]>(statement, [
      ...parameters,
    ]);
    return rows === 1;
  }
}

const MAKE = `
  INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product)
  VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;

const SEND = `
  UPDATE supplier_attempts attempt SET sends = sends + 1, sent_at = now()
  WHERE attempt_uuid = $1 AND sends = $2 AND refusal IS NULL AND EXISTS (
    SELECT FROM orders WHERE orders.account_id = attempt.account_id
      AND orders.order_id = attempt.order_id AND orders.status = 'wait')`;

const REFUSE = `
  UPDATE supplier_attempts SET refusal = $3
  WHERE attempt_uuid = $1 AND sends = $2 AND refusal IS NULL`;

const BOUGHT = `
  UPDATE supplier_attempts SET supplier_order_id = $2, cost = $3
  WHERE attempt_uuid = $1 AND supplier_order_id IS NULL`;
