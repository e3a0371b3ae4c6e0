import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type {
  FirstSteps,
  ForgottenPurchaseRow,
  HaltedAccount,
  LostStock,
  LowStock,
  SupplierTrouble,
  SuspendedAccount,
  UnneededPurchaseRow,
  WaitingNow,
} from './attention-shapes.js';

/** Waiting orders that are counted; with more, only that there are more is known. */
export const MAX_COUNTED = 1_000;

/** What an operator should look at now. It reads tables of other modules, and writes none; each list is bounded. */
@Injectable()
export class AttentionRepository {
  constructor(private readonly database: Database) {}

  /** Orders that wait. Test orders are counted, since the queue lists them, but none is the oldest. */
  async waiting(): Promise<WaitingNow> {
    const [waiting] = await this.read<[WaitingNow]>(WAITING, []);
    return waiting;
  }

  /** Suppliers whose probe or sync has failed, or at which our balance is low. @param withBalances also the latter */
  suppliers(withBalances: boolean, limit: number): Promise<SupplierTrouble[]> {
    return this.read(SUPPLIERS, [withBalances, limit]);
  }

  /** Purchases of orders that were closed by hand: delivered within a week, and those that are open. */
  unneeded(withCosts: boolean, limit: number): Promise<UnneededPurchaseRow[]> {
    return this.read(UNNEEDED, [withCosts, limit]);
  }

  /** Waiting orders that their suppliers have forgotten, those that were forgotten last first. */
  forgotten(limit: number): Promise<ForgottenPurchaseRow[]> {
    return this.read(FORGOTTEN, [limit]);
  }

  /** Accounts whose orders are halted, those halted last first. */
  halted(limit: number): Promise<HaltedAccount[]> {
    return this.read(HALTED, [limit]);
  }

  /** Accounts that are suspended, those made last first. */
  suspended(limit: number): Promise<SuspendedAccount[]> {
    return this.read(SUSPENDED, [limit]);
  }

  /** Stocks whose codes a failover holds back, by name. */
  lostStocks(limit: number): Promise<LostStock[]> {
    return this.read(LOST_STOCKS, [limit]);
  }

  /** Stocks that run low, and empty ones that deliver a product; the empty ones first. */
  lowStocks(limit: number): Promise<LowStock[]> {
    return this.read(LOW_STOCKS, [limit]);
  }

  async firstSteps(): Promise<FirstSteps> {
    const [steps] = await this.read<FirstSteps[]>(FIRST_STEPS, []);
    if (!steps) throw new Error('a query without a table has no row');
    return steps;
  }

  /** In a transaction, whose statements the database itself ends in time. */
  private read<Rows>(statement: string, values: readonly unknown[]): Promise<Rows> {
    return this.database.transaction((manager) => manager.query<Rows>(statement, [...values]), {
      readOnly: true,
    });
  }
}

/** There is an index on the orders that wait, by time. */
const WAITING = `
  SELECT (SELECT count(*)::integer FROM (
            SELECT FROM orders WHERE status = 'wait' LIMIT ${MAX_COUNTED + 1}
          ) counted) AS count,
         oldest.order_id AS "oldestOrder", oldest.created_at AS "oldestAt"
  FROM (SELECT) one LEFT JOIN LATERAL (
    SELECT order_id, created_at FROM orders WHERE status = 'wait' AND NOT rehearsal
    ORDER BY created_at LIMIT 1
  ) oldest ON true`;

const SUPPLIERS = `
  SELECT name, last_error AS "probeError", sync_error AS "syncError",
         coalesce((held_changes ->> 'count')::integer, 0) AS held,
         CASE WHEN $1::boolean AND balance < low_balance THEN balance::text END AS "lowBalance"
  FROM suppliers
  WHERE last_error <> '' OR sync_error <> '' OR held_changes IS NOT NULL
    OR ($1::boolean AND balance < low_balance)
  ORDER BY name LIMIT $2`;

/** Each part by an index of its own. */
const UNNEEDED = `
  WITH found AS (
    (SELECT * FROM unneeded_purchases WHERE bought AND settled_at > now() - interval '7 days'
     ORDER BY settled_at DESC LIMIT $2)
    UNION ALL
    (SELECT * FROM unneeded_purchases WHERE settled_at IS NULL ORDER BY due_at LIMIT $2)
  )
  SELECT order_id AS "orderId", supplier.name AS supplier, supplier_order_id AS "supplierOrder",
         coalesce(bought, false) AS bought, CASE WHEN $1::boolean THEN cost::text END AS cost
  FROM found
  JOIN supplier_attempts USING (account_id, order_id, supplier_id, supplier_product)
  JOIN suppliers supplier ON supplier.id = supplier_id
  ORDER BY bought NULLS LAST, closed_at DESC LIMIT $2`;

/** There is an index on what was forgotten. */
const FORGOTTEN = `
  SELECT order_id AS "orderId", supplier.name AS supplier, forgotten_at AS "forgottenAt"
  FROM supplier_attempts
  JOIN orders placed USING (account_id, order_id)
  JOIN suppliers supplier ON supplier.id = supplier_id
  WHERE forgotten_at IS NOT NULL AND status = 'wait'
  ORDER BY forgotten_at DESC LIMIT $1`;

const HALTED = `
  SELECT id AS "accountId", name, orders_halted_at AS "haltedAt", orders_halted_reason AS reason
  FROM accounts WHERE orders_halted_at IS NOT NULL
  ORDER BY orders_halted_at DESC, id LIMIT $1`;

const SUSPENDED = `
  SELECT id AS "accountId", name FROM accounts
  WHERE NOT api_permitted OR orders_suspended ORDER BY id DESC LIMIT $1`;

const LOST_STOCKS = `
  SELECT name AS stock, lost_from AS "lostFrom", lost_until AS "lostUntil"
  FROM code_stocks WHERE lost_from IS NOT NULL ORDER BY name LIMIT $1`;

/** Free codes are counted up to the warning alone. Products are read only if a stock without a warning is empty. */
const LOW_STOCKS = `
  SELECT name AS stock, free, low_stock AS "lowStock"
  FROM code_stocks, LATERAL (
    SELECT count(*)::integer AS free FROM (
      SELECT FROM stock_codes
      WHERE stock = name AND order_id IS NULL AND delivered_at IS NULL AND id > held_through
      LIMIT greatest(low_stock, 1)) unsold) counted
  WHERE free < low_stock OR (free = 0 AND name IN (
    SELECT step -> 'settings' ->> 'stock' FROM products, json_array_elements(fulfillment) step
    WHERE deleted_at IS NULL AND step ->> 'handler' = 'codes'))
  ORDER BY free > 0, name LIMIT $1`;

/** By the first row of each table that fits; the indexes begin with the account. */
const FIRST_STEPS = `
  WITH resellers AS MATERIALIZED (
    SELECT id FROM accounts WHERE NOT demo AND NOT testing ORDER BY id LIMIT 1000)
  SELECT EXISTS (SELECT FROM resellers) AS reseller,
         EXISTS (SELECT FROM products WHERE NOT demo AND deleted_at IS NULL) AS price,
         EXISTS (SELECT FROM access_tokens WHERE revoked_at IS NULL AND account_id IN (SELECT id FROM resellers)) AS token,
         EXISTS (SELECT FROM resellers, LATERAL (
                   SELECT FROM ledger_entries WHERE account_id = resellers.id LIMIT 1) entry) AS deposit,
         EXISTS (SELECT FROM resellers, LATERAL (
                   SELECT FROM orders WHERE account_id = resellers.id LIMIT 1) placed) AS order,
         EXISTS (SELECT FROM notification_recipients) AS notices,
         EXISTS (SELECT FROM operators WHERE role = 'owner' AND disabled_at IS NULL
                 AND totp_confirmed_at IS NOT NULL) AS "secondFactor"`;
