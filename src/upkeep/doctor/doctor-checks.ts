import { UNEXPLAINED } from '../../account/receipts/receipt-history.repository.js';
import { UNSOLD } from '../../fulfillment/codes/stock/code-stock.sql.js';
import { ANSWER_UNUSABLE, HANDLER_SILENT } from '../../fulfillment/handlers/outcomes.js';
import { ordersThatBreak } from '../../orders/consistency/consistency-rules.js';
import { FAILURES_UNTIL_SET_ASIDE } from '../../orders/search/search-index.sql.js';
import { JOB_SCHEMA } from '../../queue/job-schema.js';
import { QUEUES } from '../../queue/queues.js';
import { EXTENSION_CHECKS } from './extension-checks.js';

/** A check by one statement, which returns a row for each fault. */
export interface DoctorCheck {
  readonly check: string;
  /** True when no fault was found; printed for the operator. */
  readonly expectation: string;
  /** The same of what was found otherwise; what it concerns follows. */
  readonly fault: string;
  /** Its rows have a text `what` that names the fault. */
  readonly statement: string;
}

/** What `RestoreSettlementService` has started, and the operator has not ended yet. */
const AFTER_A_RESTORE = `
  SELECT count(*) || ' codes of stock ' || name || ' are held back (see "souk codes release")' AS what
  FROM code_stocks JOIN stock_codes code ON code.stock = name AND ${UNSOLD} AND code.id <= held_through
  WHERE lost_from IS NULL GROUP BY name
  UNION ALL
  SELECT count(*) || ' webhook messages are held back (see "souk webhook release")'
  FROM ${JOB_SCHEMA}.job WHERE name = '${QUEUES.webhook}' AND start_after = 'infinity'
  HAVING count(*) > 0
  UNION ALL
  SELECT count(*) || ' events and jobs for extensions are held back (see "souk extension release")'
  FROM ${JOB_SCHEMA}.job WHERE name IN ('${QUEUES.listener}', '${QUEUES.extension}') AND start_after = 'infinity'
  HAVING count(*) > 0
  UNION ALL
  SELECT 'events in order of ' || count(*) || ' accounts are held back (see "souk extension release")'
  FROM listener_positions WHERE retry_at = 'infinity' HAVING count(*) > 0
  UNION ALL
  SELECT count(*) || ' orders from before still wait (see "souk order list --status wait")'
  FROM orders WHERE status = 'wait' AND NOT rehearsal
    AND created_at <= (SELECT max(restored_at) FROM restores)
  HAVING count(*) > 0`;

const utc = (time: string): string =>
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

/** Those that were delivered within a week, and all that are open. */
const UNNEEDED_PURCHASES = `
  SELECT 'order ' || order_id || CASE
      WHEN bought THEN ' was delivered by ' || supplier.name || ' although it was closed by hand (order '
        || coalesce(supplier_order_id, 'unknown') || ' there)'
      ELSE ' was closed by hand, and ' || supplier.name || ' may still deliver it'
        || CASE note WHEN '' THEN '' ELSE ' (' || note || ')' END
    END AS what
  FROM unneeded_purchases
  JOIN supplier_attempts USING (account_id, order_id, supplier_id, supplier_product)
  JOIN suppliers supplier ON supplier.id = supplier_id
  WHERE settled_at IS NULL OR (bought AND settled_at > now() - interval '7 days')
  ORDER BY bought NULLS LAST, closed_at DESC`;

/** Those that wait, and those from before deliveries were compared: what an operator has delivered anyway was held back first. */
const REPEATED_DELIVERIES = `
  SELECT 'order ' || order_id || ' is held back, since ' || coalesce('order ' || regexp_replace(other_order_id, ', .*', ' and others'), 'our stock')
    || ' has the same (see "souk order accept --deliver-anyway" and "reject")' AS what
  FROM repeated_deliveries JOIN orders USING (account_id, order_id) WHERE status = 'wait'
  UNION ALL
  SELECT 'order ' || supplier_order_id || ' of ' || supplier.name || ' was delivered to '
    || string_agg(order_id, ' and ' ORDER BY decided_at)
  FROM supplier_attempts JOIN orders USING (account_id, order_id) JOIN suppliers supplier ON supplier.id = supplier_id
  WHERE status = 'accept' AND num_nonnulls(delivered_codes, sealed_codes) > 0 AND supplier_order_id IS NOT NULL
    AND decided_by = 'handler:upstream'
    AND NOT EXISTS (SELECT FROM products WHERE id = product_id AND NOT delivers_codes)
    AND NOT EXISTS (
      SELECT FROM repeated_deliveries held
      WHERE held.account_id = orders.account_id AND held.order_id = orders.order_id)
  GROUP BY supplier.id, supplier_order_id HAVING count(*) > 1`;

/** Accounts, ledger entries and orders must be consistent; each row is a failure. */
export const CONSISTENCY_CHECKS: readonly DoctorCheck[] = [
  {
    check: 'balances',
    expectation: 'every balance is the sum of its ledger entries',
    fault: 'balances differ from the sum of their ledger entries',
    statement: `
      SELECT 'account ' || account.id AS what FROM accounts account
      LEFT JOIN ledger_entries entry ON entry.account_id = account.id
      GROUP BY account.id HAVING account.balance <> coalesce(sum(entry.amount), 0)`,
  },
  {
    check: 'ledger sequence',
    expectation: 'every ledger counts 1, 2, 3, … without a gap',
    fault: 'ledgers have gaps in their numbers',
    statement: `
      SELECT 'account ' || account.id AS what FROM accounts account
      LEFT JOIN ledger_entries entry ON entry.account_id = account.id
      GROUP BY account.id
      HAVING count(entry.sequence) <> account.ledger_sequence
        OR coalesce(max(entry.sequence), 0) <> account.ledger_sequence`,
  },
  {
    check: 'charges',
    expectation:
      'every order is charged once, every rejected one refunded once, and no other paid back beyond its total',
    fault: 'orders are charged, refunded or paid back wrongly',
    statement: ordersThatBreak('charges'),
  },
  {
    check: 'sold codes',
    expectation: 'every code was sold to one order, which was accepted',
    fault: 'codes belong to an order that was not accepted',
    statement: `
      SELECT 'code ' || code.id || ' of order ' || code.order_id AS what FROM stock_codes code
      LEFT JOIN orders placed
        ON placed.account_id = code.account_id AND placed.order_id = code.order_id
      WHERE code.order_id IS NOT NULL AND placed.status IS DISTINCT FROM 'accept'`,
  },
  {
    check: 'ledger orders',
    expectation: 'every debit, refund and reversal has its order',
    fault: 'ledger entries do not fit their orders',
    statement: ordersThatBreak('ledger orders'),
  },
  {
    check: 'order keys',
    expectation: 'every order has its key, and every key that is not sealed its order',
    fault: 'orders and their keys do not fit',
    statement: `
      ${ordersThatBreak('order keys')}
      UNION ALL
      SELECT 'order ' || key.order_id FROM order_keys key
      WHERE sealed_at IS NULL AND NOT EXISTS (
        SELECT FROM orders placed
        WHERE placed.account_id = key.account_id AND placed.order_id = key.order_id
          AND placed.order_uuid = key.order_uuid)`,
  },
];

/** Each row is a warning. */
export const WATCH_CHECKS: readonly DoctorCheck[] = [
  {
    check: 'waiting orders',
    expectation: 'no order waits for longer than a day',
    fault: 'orders wait for longer than a day',
    statement: `
      SELECT 'order ' || order_id AS what FROM orders
      WHERE status = 'wait' AND created_at < now() - interval '1 day'`,
  },
  {
    check: 'tokens',
    expectation: 'no token ends within a week',
    fault: 'tokens end within a week',
    statement: `
      SELECT 'token ' || id || ' of account ' || account_id AS what FROM access_tokens
      WHERE revoked_at IS NULL AND expires_at BETWEEN now() AND now() + interval '7 days'`,
  },
  {
    check: 'stock of codes',
    expectation: 'no stock runs low',
    fault: 'stocks run low',
    statement: `
      SELECT 'stock ' || name || ' with ' || count(code.id) || ' codes left' AS what
      FROM code_stocks LEFT JOIN stock_codes code
        ON code.stock = name AND ${UNSOLD} AND code.id > held_through
      GROUP BY name HAVING count(code.id) < low_stock`,
  },
  {
    check: 'after a restore',
    expectation: 'everything is settled that may have happened after a restored state',
    fault: 'not all is settled that may have happened after a restored state',
    statement: AFTER_A_RESTORE,
  },
  {
    check: 'lost codes',
    expectation: 'no codes are held back because a failover may have lost their orders',
    fault:
      'a failover may have lost orders that had got codes, so these are held back (see "souk codes release")',
    statement: `
      SELECT 'stock ' || name || ' (sold between ' || ${utc('lost_from')} || ' and ' || ${utc('lost_until')}
        || ' UTC)' AS what
      FROM code_stocks WHERE lost_from IS NOT NULL ORDER BY name`,
  },
  {
    check: 'lost checkpoints',
    expectation:
      'every checkpoint that was served is in the history of the shop, or its loss is explained',
    fault:
      'checkpoints that resellers have are not in the history of the shop any more (see "souk receipts break")',
    statement: `
      SELECT 'account ' || account_id || ' (event ' || event_number || ', ledger entry ' || entry_sequence || ')' AS what
      FROM lost_checkpoints lost WHERE ${UNEXPLAINED} ORDER BY account_id`,
  },
  {
    check: 'suppliers',
    expectation: 'every supplier answers and has money of ours',
    fault: 'suppliers do not answer, or have too little money of ours',
    statement: `
      SELECT 'supplier ' || name || ' (' || concat_ws('; ',
          nullif(last_error, ''), nullif(sync_error, ''),
          CASE WHEN balance < low_balance THEN 'only ' || trim_scale(balance) || ' USD left' END
        ) || ')' AS what
      FROM suppliers WHERE last_error <> '' OR sync_error <> '' OR balance < low_balance`,
  },
  {
    check: 'unneeded purchases',
    expectation: 'no supplier delivers an order that was closed by hand',
    fault: 'suppliers deliver, or may deliver, orders that were closed by hand',
    statement: UNNEEDED_PURCHASES,
  },
  {
    check: 'forgotten purchases',
    expectation: 'every supplier knows the waiting orders that it has accepted',
    fault:
      'suppliers have forgotten orders, which wait (see "souk order ask-again" and "buy-again")',
    statement: `
      SELECT 'order ' || order_id || ' at ' || supplier.name AS what
      FROM supplier_attempts
      JOIN orders placed USING (account_id, order_id)
      JOIN suppliers supplier ON supplier.id = supplier_id
      WHERE forgotten_at IS NOT NULL AND status = 'wait' ORDER BY forgotten_at DESC`,
  },
  {
    check: 'repeated deliveries',
    expectation: 'no code, and no order of a supplier, is delivered to two orders',
    fault: 'suppliers or handlers deliver the same to two orders (see also "souk codes repeated")',
    statement: REPEATED_DELIVERIES,
  },
  {
    check: 'stuck deliveries',
    expectation:
      'no handler has failed ten times over one order, or given an answer that cannot be used, or none',
    fault:
      'handlers have failed ten times over one order, or given an answer that cannot be used, or none',
    statement: `
      SELECT 'order ' || order_id || ' with the handler ' || coalesce(steps -> step ->> 'handler', '')
        || ' (' || note || ')' AS what
      FROM fulfillments
      WHERE NOT closed AND (tries >= 10 OR note = '${HANDLER_SILENT}' OR starts_with(note, '${ANSWER_UNUSABLE}'))`,
  },
  {
    check: 'search of orders',
    expectation: 'every order can be found by its fields and codes',
    fault:
      'orders could not be put into the index of fields and codes; it is tried again each hour',
    statement: `
      SELECT 'order ' || order_id AS what FROM order_search_changes
      WHERE failures >= ${FAILURES_UNTIL_SET_ASIDE}`,
  },
  ...EXTENSION_CHECKS,
  {
    check: 'delivered codes',
    expectation: 'no delivered code lies open in the database',
    fault: 'delivered codes lie open in the database',
    statement: `
      SELECT 'order ' || order_id || ' (set SECRET_KEYS and run "souk codes rotate")' AS what
      FROM orders WHERE delivered_codes IS NOT NULL`,
  },
  {
    check: 'stopped orders',
    expectation: 'every account may order',
    fault: 'accounts may not order',
    statement: `
      SELECT 'account ' || id || ' (' || orders_halted_reason || ')' AS what FROM accounts
      WHERE orders_halted_at IS NOT NULL`,
  },
  {
    check: 'audit',
    expectation: 'every change by an operator has come to its end',
    fault: 'changes by operators have not come to their end',
    statement: `
      SELECT action || ' of ' || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS what FROM audit_entries
      WHERE outcome IS NULL AND at < now() - interval '1 hour'`,
  },
  {
    check: 'lost products',
    expectation: 'every product stands in a living category',
    fault: 'products stand in no living category',
    statement: `
      WITH RECURSIVE reachable AS (
        SELECT id FROM categories WHERE parent_id IS NULL AND deleted_at IS NULL
        UNION ALL
        SELECT child.id FROM categories child JOIN reachable ON child.parent_id = reachable.id
        WHERE child.deleted_at IS NULL)
      SELECT 'product ' || id AS what FROM products
      WHERE deleted_at IS NULL AND category_id NOT IN (SELECT id FROM reachable)`,
  },
  {
    check: 'maintenance',
    expectation: 'the API is open',
    fault: 'the shop is closed',
    statement: `
      SELECT CASE WHEN orders_only THEN 'newOrder' ELSE 'the API' END || ' is closed since '
        || to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS what
      FROM maintenance WHERE enabled`,
  },
];
