import { Injectable } from '@nestjs/common';
import { numberInActor } from '../../account/ledger/ledger-actors.js';
import { Database } from '../../database/database.js';
import { HELD_FOR } from '../../fulfillment/repeats/delivered-once.sql.js';
import type { OrderRef } from '../../orders/order.entity.js';
import type {
  OrderChange,
  OrderHold,
  OrderMessage,
  OrderMovement,
  OrderProgress,
  OrderPurchase,
} from './timeline-sources.js';

/** A purchase, with the columns of its follow-up and of its replacement; they are null if there is none. */
type ReadPurchase = Omit<OrderPurchase, 'followUp' | 'replacement'> & {
  readonly replacedAt: Date | null;
  readonly why: string | null;
  readonly actor: string | null;
  readonly closedAt: Date | null;
  readonly note: string | null;
  readonly bought: boolean | null;
  readonly settledAt: Date | null;
};

/** An order has as many steps at most as a product may have handlers, but it may be paid back in many parts. */
const MAX_ROWS = 200;

/** Reads what other modules have stored about an order, each by the key of the order. */
@Injectable()
export class TimelineRepository {
  constructor(private readonly database: Database) {}

  movements(order: OrderRef): Promise<OrderMovement[]> {
    return this.read(MOVEMENTS, order);
  }

  async purchases(order: OrderRef): Promise<OrderPurchase[]> {
    const rows = await this.read<ReadPurchase>(PURCHASES, order);
    return rows.map(
      ({ closedAt, note, bought, settledAt, replacedAt, why, actor, ...purchase }) => ({
        ...purchase,
        replacement: replacedAt && { at: replacedAt, why: why ?? '', actor: actor ?? '' },
        followUp: closedAt && { closedAt, note: note ?? '', bought, settledAt },
      }),
    );
  }

  /** The last 200. */
  messages(order: OrderRef): Promise<OrderMessage[]> {
    return this.read(MESSAGES, order);
  }

  /** Null for an order that was left to the operator from the beginning. */
  async progress(order: OrderRef): Promise<OrderProgress | null> {
    const [progress = null] = await this.read<OrderProgress>(PROGRESS, order);
    return progress;
  }

  /** Null unless a delivery was held back. */
  async hold(order: OrderRef): Promise<OrderHold | null> {
    const [hold = null] = await this.read<OrderHold>(HOLD, order);
    return hold;
  }

  /**
   * The audit's entries of some changes of the order; none for those that no operator has made.
   * @param events each the event of a timeline, the audit's action, and the time of the change
   */
  changes(
    orderId: string,
    events: readonly { readonly event: string; readonly action: string; readonly at: Date }[],
  ): Promise<OrderChange[]> {
    return this.database.manager.query<OrderChange[]>(CHANGES, [
      orderId,
      events.map(({ event }) => event),
      events.map(({ action }) => action),
      events.map(({ at }) => at),
    ]);
  }

  private read<Row>(sql: string, { accountId, orderId }: OrderRef): Promise<Row[]> {
    return this.database.manager.query<Row[]>(sql, [accountId, orderId, MAX_ROWS]);
  }
}

/** The ledger names operators by their numbers, since resellers read it; operators read their names. */
const MOVEMENTS = `
  SELECT created_at AS "createdAt", kind, trim_scale(amount)::text AS amount,
         trim_scale(balance_after)::text AS "balanceAfter", sequence::text AS sequence, note,
         coalesce((
           SELECT name FROM operators
           WHERE operators.id = ${numberInActor('actor')}
             AND operators.created_at <= ledger_entries.created_at
         ), actor) AS actor
  FROM ledger_entries WHERE account_id = $1 AND order_id = $2 ORDER BY sequence LIMIT $3`;

/** With those in whose place others were made. */
const PURCHASES = `
  WITH purchase AS (
    SELECT created_at, supplier_id, supplier_product, attempt_uuid, sends, sent_at, supplier_order_id, cost, refusal,
           forgotten_at, NULL::timestamptz AS replaced_at, NULL::text AS why, NULL::text AS actor,
           closed_at, note, bought, settled_at
    FROM supplier_attempts
    LEFT JOIN unneeded_purchases USING (account_id, order_id, supplier_id, supplier_product)
    WHERE account_id = $1 AND order_id = $2
    UNION ALL
    SELECT created_at, supplier_id, supplier_product, attempt_uuid, sends, sent_at, supplier_order_id, cost, NULL,
           forgotten_at, replaced_at, why, actor, NULL, NULL, NULL, NULL
    FROM replaced_purchases WHERE account_id = $1 AND order_id = $2
  )
  SELECT purchase.created_at AS "createdAt", suppliers.name AS supplier,
         supplier_product AS "supplierProduct", attempt_uuid AS "attemptUuid", sends,
         sent_at AS "sentAt", supplier_order_id AS "supplierOrderId",
         trim_scale(cost)::text AS cost, refusal, forgotten_at AS "forgottenAt",
         replaced_at AS "replacedAt", why, actor,
         closed_at AS "closedAt", note, bought, settled_at AS "settledAt"
  FROM purchase JOIN suppliers ON suppliers.id = supplier_id
  ORDER BY purchase.created_at LIMIT $3`;

/** Those that have failed stand among the failures as long as they are tried again. */
const MESSAGES = `
  SELECT first_attempt_at AS "firstAttemptAt", message.last_attempt_at AS "lastAttemptAt", message.event_type AS "eventType",
         message_id AS "messageId", receiver, message.attempts, http_status AS "httpStatus", failure,
         next_try_at AS "nextTryAt"
  FROM webhook_messages message LEFT JOIN webhook_failures USING (message_id)
  WHERE message.account_id = $1 AND order_id = $2 ORDER BY message.last_attempt_at DESC LIMIT $3`;

const PROGRESS = `
  SELECT updated_at AS "updatedAt", steps -> step ->> 'handler' AS handler, tries,
         due_at AS "dueAt", note
  FROM fulfillments WHERE account_id = $1 AND order_id = $2 LIMIT $3`;

const HOLD = `
  SELECT held_at AS at, what, ${HELD_FOR} AS "otherOrders" FROM repeated_deliveries
  WHERE account_id = $1 AND order_id = $2 LIMIT $3`;

/**
 * An entry is written before its change, and finished after it: by the admin API for one order, and by a command for all that
 * it names. Of the entries of an action a thousand at most are looked at, from the change on backwards. The times of changes
 * have milliseconds only.
 */
const CHANGES = `
  SELECT event, change.at, role, host(address) AS address, request_id AS "requestId"
  FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS change (event, done, at)
  CROSS JOIN LATERAL (
    SELECT role, address, request_id FROM (
      SELECT * FROM audit_entries
      WHERE action = done AND audit_entries.at < change.at + interval '1 millisecond'
        AND audit_entries.at > change.at - interval '10 minutes'
      ORDER BY audit_entries.at DESC, id DESC LIMIT 1000
    ) examined
    WHERE (details ->> 'order' = $1 OR details -> 'orders' @> to_jsonb($1::text))
      AND (finished_at IS NULL OR finished_at >= change.at)
    ORDER BY examined.at DESC LIMIT 1
  ) entry`;
