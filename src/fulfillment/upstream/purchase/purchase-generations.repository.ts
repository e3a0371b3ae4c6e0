import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import type { SupplierAttempt } from '../supplier/supplier.entity.js';
import { attemptUuid } from './attempt-key.sql.js';

/** A supplier that forgets an order more often is none to buy from; after a restore, so many keys are looked up. */
export const MAX_GENERATION = 5;

/**
 * Why no order comes into being under the key of an earlier generation: it is sealed; or the supplier, which cannot seal, does
 * not know it; or a restore had forgotten that the purchase was made again.
 */
export type ReplacedWhy = 'sealed' | 'not known' | 'made again';

/** The key of one generation. */
export type GenerationKey = Pick<SupplierAttempt, 'generation' | 'attemptUuid'>;

/** The generation that takes the place of an attempt. */
interface Replacement {
  readonly generation: number;
  /** 1 if the supplier has it already. */
  readonly sends: 0 | 1;
  readonly why: ReplacedWhy;
  readonly actor: string;
}

/**
 * The generations of a purchase. Each has a key of its own, and the next one begins only when no order can come into being under
 * the key of the one before.
 */
@Injectable()
export class PurchaseGenerations {
  constructor(private readonly database: Database) {}

  /** When this database went back to an earlier state for the last time; null if it never did. */
  async restoredAt(): Promise<Date | null> {
    const { manager } = this.database;
    const [{ restoredAt }] = await manager.query<[{ restoredAt: Date | null }]>(RESTORED_AT);
    return restoredAt;
  }

  /** True unless this database certainly has all that was ever sent for an order: it goes on where it was when that was placed. */
  async mayLackSends(placedAt: Date): Promise<boolean> {
    const { manager } = this.database;
    const [{ mayLack }] = await manager.query<[{ mayLack: boolean }]>(MAY_LACK_SENDS, [placedAt]);
    return mayLack;
  }

  /** The keys of all generations above that of the attempt. */
  laterKeys({
    accountId,
    orderId,
    supplierId,
    supplierProduct,
    generation,
  }: SupplierAttempt): Promise<GenerationKey[]> {
    const parameters = [accountId, orderId, supplierId, supplierProduct, generation];
    return this.database.manager.query(LATER_KEYS, parameters);
  }

  /**
   * Puts another generation in the place of an attempt.
   * @returns false if it has changed, or the order is closed, unless it is only found that the purchase was made again
   */
  async replace(
    { attemptUuid: key }: Pick<SupplierAttempt, 'attemptUuid'>,
    { generation, sends, why, actor }: Replacement,
    within?: EntityManager,
  ): Promise<boolean> {
    const parameters = [key, generation, sends, why, actor];
    const run = (manager: EntityManager) => manager.query<[unknown, number]>(REPLACE, parameters);
    // In a transaction, whose wait for the lock of the order is limited.
    const [, rows] = within ? await run(within) : await this.database.transaction(run);
    return rows === 1;
  }
}

const RESTORED_AT = 'SELECT max(restored_at) AS "restoredAt" FROM restores';

/** For seven days resellers are expected to place orders again that a failover has lost. */
const MAY_LACK_SENDS = `
  SELECT NOT EXISTS (
    SELECT FROM shop_identity
    WHERE lineage = current_database_lineage() AND lineage_since < $1::timestamptz - interval '7 days'
  ) AS "mayLack"`;

const LATER_KEYS = `
  SELECT later AS generation, ${attemptUuid('$3::integer', '$4::integer', 'later')} AS "attemptUuid"
  FROM orders placed, generate_series($5::integer + 1, ${MAX_GENERATION}) AS later
  WHERE placed.account_id = $1 AND placed.order_id = $2 ORDER BY later`;

/** The order is locked first, as it is by those who close it and by those who send it. */
const REPLACE = `
  WITH waiting AS MATERIALIZED (
    SELECT placed.* FROM orders placed JOIN supplier_attempts USING (account_id, order_id)
    WHERE attempt_uuid = $1 AND (status = 'wait' OR $4 = 'made again') FOR SHARE OF placed
  ), former AS MATERIALIZED (
    SELECT attempt.* FROM supplier_attempts attempt JOIN waiting USING (account_id, order_id)
    WHERE attempt_uuid = $1 AND refusal IS NULL
      -- The supplier may know it again by now.
      AND ($4 = 'made again' OR forgotten_at IS NOT NULL)
    FOR UPDATE OF attempt
  ), kept AS (
    INSERT INTO replaced_purchases (account_id, order_id, supplier_id, supplier_product, generation, attempt_uuid,
      sends, sent_at, supplier_order_id, cost, created_at, forgotten_at, why, actor)
    SELECT account_id, order_id, supplier_id, supplier_product, generation, attempt_uuid,
           sends, sent_at, supplier_order_id, cost, created_at, forgotten_at, $4, $5
    FROM former
  )
  UPDATE supplier_attempts attempt
  SET generation = $2, sends = $3, sent_at = CASE WHEN $3 > 0 THEN now() END, created_at = now(),
      attempt_uuid = ${attemptUuid('former.supplier_id', 'former.supplier_product', '$2::integer')},
      supplier_order_id = NULL, cost = NULL, forgotten_at = NULL
  FROM former JOIN waiting placed USING (account_id, order_id)
  WHERE attempt.account_id = former.account_id AND attempt.order_id = former.order_id
    AND attempt.supplier_id = former.supplier_id
    AND attempt.supplier_product = former.supplier_product`;
