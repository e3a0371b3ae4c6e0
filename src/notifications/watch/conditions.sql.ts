import { UNSOLD } from '../../fulfillment/codes/stock/code-stock.sql.js';
import type { LastingTopic } from '../topics.js';

/** As times are written in the messages of webhooks. */
function utc(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** What is true now, by topic: rows of `subject`, unique within the topic, and `item`, which is told. */
export const CONDITIONS: Readonly<Record<LastingTopic, string>> = {
  // Codes are counted up to the threshold alone.
  'stock.low': `
    SELECT name AS subject,
           json_build_object('name', name, 'free', free, 'threshold', low_stock) AS item
    FROM code_stocks, LATERAL (
      SELECT count(*)::integer AS free FROM (
        SELECT FROM stock_codes WHERE stock = name AND ${UNSOLD} AND id > held_through
        LIMIT low_stock) unsold) counted
    WHERE low_stock > 0 AND free < low_stock`,
  'stock.held': `
    SELECT name AS subject, json_build_object(
             'name', name, 'from', ${utc('lost_from')}, 'until', ${utc('lost_until')}) AS item
    FROM code_stocks WHERE lost_from IS NOT NULL`,
  'supplier.failing': `
    SELECT id::text AS subject, json_build_object('id', id, 'name', name) AS item
    FROM suppliers WHERE last_error <> ''`,
  'supplier.balance_low': `
    SELECT id::text AS subject, json_build_object('id', id, 'name', name) AS item
    FROM suppliers WHERE balance < low_balance`,
  'supplier.held': `
    SELECT id::text AS subject, json_build_object(
             'id', id, 'name', name, 'held', held_changes -> 'count', 'price',
             held_changes -> 'price', 'below_cost', held_changes -> 'below_cost',
             'vanishes', held_changes -> 'vanishes') AS item
    FROM suppliers WHERE held_changes IS NOT NULL`,
  // Each of a week, which is when it ends.
  'purchase.unneeded': `
    SELECT order_id AS subject, json_build_object('id', order_id, 'name', supplier.name) AS item
    FROM unneeded_purchases JOIN suppliers supplier ON supplier.id = supplier_id
    WHERE bought AND settled_at > now() - interval '7 days'`,
  // Where backups are tried no more, none fails.
  'backup.failing': `
    SELECT 'nightly' AS subject, json_build_object('name', 'nightly backup') AS item
    FROM nightly_backup
    WHERE (failure <> '' OR restore_failure <> '') AND began_at > now() - interval '2 days'`,
  'account.balance_low': `
    SELECT id::text AS subject, json_build_object('id', id) AS item
    FROM accounts WHERE low_balance > 0 AND balance + credit_limit < low_balance`,
  'account.halted': `
    SELECT id::text AS subject, json_build_object('id', id) AS item
    FROM accounts WHERE orders_halted_at IS NOT NULL`,
};

/**
 * Notes what has begun and forgets what has ended, of the topic $1, and selects the first $2 of what has begun. A row that
 * another transaction has just written is not told again.
 */
export function takeBegun(topic: LastingTopic): string {
  return `
  WITH present AS MATERIALIZED (${CONDITIONS[topic]}
  ), ended AS (
    DELETE FROM notification_conditions
    WHERE topic = $1 AND subject NOT IN (SELECT subject FROM present)
  ), begun AS (
    INSERT INTO notification_conditions (topic, subject)
    SELECT $1, subject FROM present ORDER BY subject ON CONFLICT DO NOTHING RETURNING subject
  )
  SELECT item, (count(*) OVER ())::integer AS count
  FROM present JOIN begun USING (subject) ORDER BY subject LIMIT $2`;
}
