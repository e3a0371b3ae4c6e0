import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { OrderRef } from '../../../orders/order.entity.js';

/** A purchase about which its supplier is to be asked, and can be by the id of its own order. */
export interface DuePurchase extends OrderRef {
  /** The name of the supplier. */
  readonly supplier: string;
  /** The id of the supplier's order. */
  readonly supplierOrder: string;
  readonly sentAt: Date;
  /** Until when no other process asks. */
  readonly takenUntil: Date;
}

/** When a purchase that was taken is due again. */
export interface PutOff {
  readonly purchase: DuePurchase;
  readonly seconds: number;
}

/** Takes due purchases, so that of several processes one asks about each. Their jobs find nothing due any more. */
@Injectable()
export class DuePurchases {
  constructor(private readonly database: Database) {}

  /**
   * Those that are due within a second, the oldest first. They are due again a second after the supplier's time-out, if
   * this process says nothing else of them.
   * @param except names of suppliers that are being asked
   */
  async take(except: readonly string[], limit: number): Promise<DuePurchase[]> {
    const [due] = await this.database.manager.query<[DuePurchase[], number]>(TAKE, [except, limit]);
    return due;
  }

  /**
   * Says when they are due again, where nobody else has said anything since they were taken.
   * @returns the number of those
   */
  async putOff(all: readonly PutOff[]): Promise<number> {
    if (all.length === 0) return 0;
    const [, rows] = await this.database.manager.query<[unknown, number]>(PUT_OFF, [
      all.map(({ purchase }) => purchase.accountId),
      all.map(({ purchase }) => purchase.orderId),
      all.map(({ purchase }) => purchase.takenUntil),
      all.map(({ seconds }) => seconds),
    ]);
    return rows;
  }
}

/** Other ids might be read as several by the supplier, or make the address too long. */
const PLAIN_ID = '^[A-Za-z0-9_.:-]{1,64}$';

/**
 * The purchase of each due delivery is looked up by itself, also by a planner that knows nothing yet of these tables, and would
 * begin with all purchases. The time is of whole milliseconds, as JavaScript keeps it, so that it can be compared later.
 */
const TAKE = `
  UPDATE fulfillments taken
  SET due_at = date_trunc('milliseconds', now()) + (due.time_out + 1) * interval '1 second'
  FROM (
    SELECT delivery.account_id, delivery.order_id, purchase.*
    FROM fulfillments delivery
    CROSS JOIN LATERAL (SELECT delivery.steps -> delivery.step AS step) present
    CROSS JOIN LATERAL (
      SELECT name, time_out, supplier_order_id, sent_at
      FROM suppliers supplier JOIN supplier_attempts attempt ON attempt.supplier_id = supplier.id
      WHERE attempt.account_id = delivery.account_id AND attempt.order_id = delivery.order_id
        AND name = present.step -> 'settings' ->> 'supplier' AND name <> ALL ($1::text[])
        AND supplier_product::text = present.step -> 'settings' ->> 'product'
        AND supplier_order_id ~ '${PLAIN_ID}' AND refusal IS NULL AND forgotten_at IS NULL
      LIMIT 1
    ) purchase
    WHERE NOT delivery.closed AND delivery.due_at < now() + interval '1 second'
      AND present.step ->> 'handler' = 'upstream'
    ORDER BY delivery.due_at LIMIT $2 FOR UPDATE OF delivery SKIP LOCKED
  ) due
  WHERE taken.account_id = due.account_id AND taken.order_id = due.order_id
  RETURNING taken.account_id AS "accountId", taken.order_id AS "orderId", name AS supplier,
            supplier_order_id AS "supplierOrder", sent_at AS "sentAt",
            taken.due_at AS "takenUntil"`;

const PUT_OFF = `
  UPDATE fulfillments delivery SET due_at = now() + put.seconds * interval '1 second'
  FROM unnest($1::integer[], $2::text[], $3::timestamptz[], $4::double precision[])
    AS put (account_id, order_id, taken_until, seconds)
  WHERE delivery.account_id = put.account_id AND delivery.order_id = put.order_id
    AND NOT closed AND due_at = put.taken_until`;
