import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { STOCK_HANDLER } from '../handlers/code-evidence.js';

/** What is at work on an order that waits. */
export interface OpenDelivery {
  readonly orderId: string;
  /** The code of the handler that is asked next. */
  readonly handler: string;
  /** The supplier at which it buys; null for handlers that do not buy. */
  readonly supplier: string | null;
}

/** Tells which handlers are at work on orders. */
@Injectable()
export class OpenDeliveries {
  constructor(private readonly database: Database) {}

  /** Of these orders, those that a handler is at work on; the others are left to the operator. */
  of(orders: readonly OrderRef[]): Promise<OpenDelivery[]> {
    if (orders.length === 0) return Promise.resolve([]);
    const accounts = orders.map(({ accountId }) => accountId);
    const ids = orders.map(({ orderId }) => orderId);
    return this.database.manager.query<OpenDelivery[]>(READ, [accounts, ids]);
  }

  /**
   * The pieces of each of these orders that waits for codes, since its product delivers codes; null where one text may be the
   * receipt for all of them.
   */
  async awaitingCodes(orderIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const { manager } = this.database;
    const rows = await manager.query<{ id: string; pieces: string | null }[]>(AWAITING_CODES, [
      orderIds,
    ]);
    return new Map(rows.map(({ id, pieces }) => [id, pieces]));
  }
}

/** Without a time at which it is asked, a handler has left the order to the operator. */
const READ = `
  SELECT order_id AS "orderId", steps -> step ->> 'handler' AS handler,
         steps -> step -> 'settings' ->> 'supplier' AS supplier
  FROM unnest($1::integer[], $2::text[]) AS asked (account_id, order_id)
  CROSS JOIN LATERAL (
    SELECT steps, step FROM fulfillments
    WHERE fulfillments.account_id = asked.account_id AND fulfillments.order_id = asked.order_id
      AND NOT closed AND due_at IS NOT NULL LIMIT 1
  ) delivery`;

/** As was said or noted of the product; else one that is sold from a stock, or that operators have accepted with codes. */
const AWAITING_CODES = `
  SELECT order_id AS id,
         CASE WHEN product.product_type = 'amount' AND delivers_codes IS NOT TRUE THEN NULL ELSE quantity::text END AS pieces
  FROM orders placed LEFT JOIN products product ON product.id = product_id
  WHERE order_id = ANY ($1) AND status = 'wait' AND NOT rehearsal
    AND coalesce(delivers_codes, fulfillment::jsonb @> '[{"handler": "${STOCK_HANDLER}"}]' OR EXISTS (
      SELECT FROM orders given
      WHERE given.product_id = placed.product_id AND given.decided_by LIKE 'operator%'
        AND (given.delivered_codes IS NOT NULL OR given.sealed_codes IS NOT NULL)
    ), false)`;
