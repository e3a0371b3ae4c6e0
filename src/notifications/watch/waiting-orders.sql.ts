import { timeText } from '../../common/paging.js';

/** The SQL of `OrderWatchRepository`. All times are those of the transaction, by the clock of the database. */

/**
 * A transaction gives its order the time of its beginning, and has committed or failed within this time, so none is
 * committed before a cursor that lies so far back.
 */
const SETTLE = `interval '15 seconds'`;
/** Open deliveries that were handed to the operator and are looked at; beyond it, only `order.overdue` tells of them. */
const MAX_HANDED = 5_000;

export const CURSOR = `
  SELECT ${timeText('told_until')} AS "toldUntil" FROM notification_cursors WHERE watch = $1`;

/** $2 is the age that orders must have reached, in minutes; null for that of `order.waiting`. */
export const MOVE_CURSOR = `
  INSERT INTO notification_cursors (watch, told_until)
  VALUES ($1, now() - coalesce($2::integer * interval '1 minute', ${SETTLE}))
  ON CONFLICT (watch) DO UPDATE
  SET told_until = greatest(notification_cursors.told_until, excluded.told_until)`;

export const FORGET_CURSORS = `DELETE FROM notification_cursors WHERE watch <> ALL ($1::text[])`;

const ORDER = `order_id AS id, product_id AS "productId", product_name AS "productName"`;

/** Orders that no handler is at work on: left to the operator from the beginning, or by their last handler since. */
export const WAITING = `
  SELECT id, "productId", "productName" FROM (
    (SELECT ${ORDER}, created_at FROM orders
     WHERE status = 'wait' AND NOT rehearsal
       AND created_at > $1::timestamptz AND created_at <= now() - ${SETTLE}
       AND NOT EXISTS (
         SELECT FROM fulfillments handled
         WHERE handled.account_id = orders.account_id AND handled.order_id = orders.order_id
           AND NOT closed AND due_at IS NOT NULL)
     ORDER BY created_at LIMIT $2)
    UNION
    (SELECT ${ORDER}, created_at FROM (
       SELECT account_id, order_id, updated_at FROM fulfillments
       WHERE NOT closed AND due_at IS NULL LIMIT ${MAX_HANDED}) handed
     JOIN orders USING (account_id, order_id)
     WHERE status = 'wait' AND NOT rehearsal
       AND updated_at > $1::timestamptz AND updated_at <= now() - ${SETTLE}
     LIMIT $2)
  ) waiting ORDER BY created_at LIMIT $2`;

export const OVERDUE = `
  SELECT ${ORDER} FROM orders
  WHERE status = 'wait' AND NOT rehearsal
    AND created_at > $1::timestamptz AND created_at <= now() - $3::integer * interval '1 minute'
  ORDER BY created_at LIMIT $2`;
