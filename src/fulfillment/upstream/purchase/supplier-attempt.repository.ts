import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import type { Purchased } from '../supplier/supplier-answers.js';
import { SupplierAttempt } from '../supplier/supplier.entity.js';
import { attemptUuid } from './attempt-key.sql.js';

/** An order is bought at most once for each supplier and product of that supplier. */
type AttemptKey = Pick<SupplierAttempt, 'accountId' | 'orderId' | 'supplierId' | 'supplierProduct'>;

/**
 * The attempts to buy from suppliers. A change names the number of sends that the caller has read (optimistic locking),
 * so only one of two concurrent runs for the same order continues.
 */
@Injectable()
export class SupplierAttemptRepository {
  constructor(private readonly database: Database) {}

  /** Reads the attempt, or creates it under its UUID. */
  async findOrCreate({
    accountId,
    orderId,
    supplierId,
    supplierProduct,
  }: AttemptKey): Promise<SupplierAttempt> {
    const { manager } = this.database;
    const key = { accountId, orderId, supplierId, supplierProduct };
    const known = await manager.findOneBy(SupplierAttempt, key);
    if (known) return known;
    await manager.query(MAKE, [accountId, orderId, supplierId, supplierProduct]);
    return manager.findOneByOrFail(SupplierAttempt, key);
  }

  /**
   * Counts a send; this is committed before the request is sent.
   * @returns false if the attempt was changed since it was read, or the order was closed.
   */
  async recordSend({ attemptUuid, sends }: SupplierAttempt): Promise<boolean> {
    return this.database.transaction((manager) =>
      this.changed(SEND, [attemptUuid, sends], manager),
    );
  }

  /**
   * Stores a refusal, which rules out any further send; without its reason, which may repeat what the order was placed
   * with, if the order was erased meanwhile.
   * @returns false if the attempt was changed since it was read.
   */
  recordRefusal(attemptUuid: string, sends: number, reason: string): Promise<boolean> {
    const values = [attemptUuid, sends, reason];
    return this.database.transaction((manager) => this.changed(REFUSE, values, manager));
  }

  /**
   * Stores the order that the supplier has. It refutes a refusal, for which nothing is paid back any more, and counts as sent if
   * that was lost, so that the supplier is asked what has become of it before anything else.
   */
  async recordOrder(attemptUuid: string, { orderId, cost }: Purchased): Promise<void> {
    await this.changed(BOUGHT, [attemptUuid, orderId, cost]);
  }

  /** Stores that the supplier knows its order, or since when it does not know it any more. */
  async recordSight(
    { attemptUuid, supplierOrderId, forgottenAt }: SupplierAttempt,
    isKnown: boolean,
  ): Promise<void> {
    if (supplierOrderId === null || isKnown === (forgottenAt === null)) return;
    await this.changed(isKnown ? REMEMBERED : FORGOTTEN, [attemptUuid]);
  }

  /**
   * Counts a send for each purchase that a waiting order has reached or may reach, because the supplier may have got it
   * after the restored state. So the supplier is asked by `check` before anything is sent.
   * @returns the number of such orders.
   */
  async countPossibleSends(manager: EntityManager): Promise<number> {
    const rows = await manager.query<{ orders: number }[]>(COUNT_POSSIBLE_SENDS);
    return rows[0]?.orders ?? 0;
  }

  /** @param manager of a transaction, if the statement waits for the lock of the order: the wait is limited there. */
  private async changed(
    statement: string,
    parameters: readonly unknown[],
    manager = this.database.manager,
  ): Promise<boolean> {
    const [, rows] = await manager.query<[unknown, number]>(statement, [...parameters]);
    return rows === 1;
  }
}

const MAKE = `
  INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, attempt_uuid)
  SELECT account_id, order_id, $3::integer, $4::integer, ${attemptUuid('$3::integer', '$4::integer', '0')}
  FROM orders placed WHERE account_id = $1 AND order_id = $2
  ON CONFLICT DO NOTHING`;

/**
 * The order is locked first, as it is by those who close it: whoever closes it sees this send, or the send sees that it is
 * closed.
 */
const SEND = `
  WITH waiting AS MATERIALIZED (
    SELECT placed.account_id, placed.order_id
    FROM orders placed JOIN supplier_attempts USING (account_id, order_id)
    WHERE attempt_uuid = $1 AND status = 'wait' FOR SHARE OF placed
  )
  UPDATE supplier_attempts attempt SET sends = sends + 1, sent_at = now() FROM waiting
  WHERE attempt.account_id = waiting.account_id AND attempt.order_id = waiting.order_id
    AND attempt_uuid = $1 AND sends = $2 AND refusal IS NULL`;

/** An erasure under way is waited for. */
const REFUSE = `
  WITH placed AS MATERIALIZED (
    SELECT erased_at FROM orders JOIN supplier_attempts USING (account_id, order_id)
    WHERE attempt_uuid = $1 FOR SHARE OF orders
  )
  UPDATE supplier_attempts SET refusal = CASE WHEN erased_at IS NULL THEN $3 ELSE 'erased' END FROM placed
  WHERE attempt_uuid = $1 AND sends = $2 AND refusal IS NULL`;

const BOUGHT = `
  UPDATE supplier_attempts
  SET supplier_order_id = $2, cost = $3, refusal = NULL,
      sends = greatest(sends, 1), sent_at = coalesce(sent_at, now())
  WHERE attempt_uuid = $1 AND supplier_order_id IS NULL`;

const FORGOTTEN = `
  UPDATE supplier_attempts SET forgotten_at = now() WHERE attempt_uuid = $1 AND forgotten_at IS NULL`;

const REMEMBERED = `
  UPDATE supplier_attempts SET forgotten_at = NULL WHERE attempt_uuid = $1`;

/** The largest product id that an attempt can store. */
const MAX_INTEGER = 2_147_483_647;

/** The steps of an order count from 0, and ordinals from 1. A stored refusal rules out that anything was sent later. */
const COUNT_POSSIBLE_SENDS = `
  WITH possible AS (
    SELECT DISTINCT placed.account_id, placed.order_id, supplier.id AS supplier_id, product::integer,
           ${attemptUuid('supplier.id', 'product', '0')} AS attempt_uuid
    FROM orders placed
    JOIN fulfillments delivery USING (account_id, order_id)
    CROSS JOIN json_array_elements(delivery.steps) WITH ORDINALITY AS present (step, ordinal)
    CROSS JOIN LATERAL (SELECT present.step -> 'settings' ->> 'product' AS product) AS setting
    JOIN suppliers supplier ON supplier.name = present.step -> 'settings' ->> 'supplier'
    WHERE placed.status = 'wait' AND NOT delivery.closed AND present.ordinal > delivery.step
      AND present.step ->> 'handler' = 'upstream'
      AND CASE WHEN product ~ '^[0-9]{1,10}$' THEN product::bigint <= ${MAX_INTEGER} END
  ), counted AS (
    INSERT INTO supplier_attempts AS attempt
      (account_id, order_id, supplier_id, supplier_product, attempt_uuid, sends, sent_at)
    SELECT *, 1, now() FROM possible
    ON CONFLICT (account_id, order_id, supplier_id, supplier_product)
      DO UPDATE SET sends = attempt.sends + 1, sent_at = now() WHERE attempt.refusal IS NULL
    RETURNING attempt.account_id, attempt.order_id
  )
  SELECT count(DISTINCT (account_id, order_id))::integer AS orders FROM counted`;
