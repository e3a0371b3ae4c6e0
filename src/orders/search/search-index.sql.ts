import { timeText } from '../../common/paging.js';

/** The SQL of `SearchIndexRepository`. */

/**
 * Orders may be committed in another order than that of their times, but no transaction of an order lasts as long as this.
 * So an order from before it, that is not read yet, is never overtaken.
 */
const SETTLED = `interval '5 minutes'`;

/** While servers are restarted one after the other, they differ in their newest key; they exchange it no more often. */
const KEY_SETTLED = `interval '10 minutes'`;

/** An account of which a step has failed is left alone for so long. */
const RETRY_DELAY = `interval '10 seconds'`;

/** An order that could not be indexed so often is set aside: it is tried again each hour, and `souk doctor` names it. */
export const FAILURES_UNTIL_SET_ASIDE = 3;

/** A part of a batch that has so many bytes of codes is the last one. */
const MAX_BATCH_BYTES = 64 * 1024;

const position = (column: string): string =>
  `CASE WHEN isfinite(${column}) THEN ${timeText(column)} ELSE '-infinity' END`;

/** The order and the limit have each account looked up in its index, where all orders of a shop could be read else. */
const isThere = (condition: string): string => `
  (SELECT true FROM orders placed WHERE placed.account_id = account.id AND ${condition}
   ORDER BY placed.created_at, placed.order_id LIMIT 1) IS NOT NULL`;

/**
 * $1 is the newest key of this server, $2 all its keys. Accounts with new orders come first, so that these do not wait while
 * those of an earlier version are read.
 */
export const CANDIDATES = `
  SELECT account.id
  FROM accounts account LEFT JOIN order_search_progress progress ON progress.account_id = account.id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN progress.account_id IS NULL THEN ${isThere('true')}
      ELSE ${isThere('(placed.created_at, placed.order_id) > (recent_at, recent_id)')} END AS has_new
    OFFSET 0
  ) recent
  WHERE CASE
    WHEN progress.account_id IS NULL THEN has_new
    WHEN failures > 0 AND progress.at > now() - ${RETRY_DELAY} THEN false
    WHEN key_id <> $1::bytea AND key_since < now() - ${KEY_SETTLED} THEN true
    WHEN key_id <> ALL ($2::bytea[]) THEN false
    ELSE has_new OR NOT is_complete
      OR ${isThere(`(placed.created_at, placed.order_id) > (settled_at, settled_id)
                    AND placed.created_at < now() - ${SETTLED}`)}
      OR has_others AND key_since < now() - ${SETTLED}
  END
  ORDER BY has_new DESC, progress.at NULLS FIRST LIMIT $3`;

export const ACCOUNTS = `
  SELECT id FROM accounts account WHERE ${isThere('true')} ORDER BY id`;

export const BEGIN = `
  INSERT INTO order_search_progress (account_id, key_id, recent_at)
  SELECT account_id, $2, now() - ${SETTLED} FROM unnest($1::integer[]) AS account_id ORDER BY account_id
  ON CONFLICT (account_id) DO NOTHING`;

export const LOCKED = `
  SELECT key_id AS "keyId", failures, has_others AS "hasOthers", is_complete AS "isComplete",
         key_since < now() - ${KEY_SETTLED} AS "isKeySettled",
         key_since < now() - ${SETTLED} AS "isKeyComplete",
         ${position('recent_at')} AS "recentTime", recent_id AS "recentId",
         ${position('settled_at')} AS "settledTime", settled_id AS "settledId"
  FROM order_search_progress WHERE account_id = $1 FOR UPDATE SKIP LOCKED`;

export const LOCK_PROGRESS = 'SELECT FROM order_search_progress WHERE account_id = $1 FOR UPDATE';

export const CHANGE_KEY = `
  UPDATE order_search_progress
  SET key_id = $2, key_since = now(), has_others = true, is_complete = false,
      settled_at = '-infinity', settled_id = '', at = now()
  WHERE account_id = $1 AND key_id <> $2`;

const COLUMNS = `
  account_id AS "accountId", order_id AS "orderId", fields, delivered_codes AS "deliveredCodes",
  sealed_codes AS "encryptedCodes", ${timeText('created_at')} AS time`;

/** Encrypted codes are not compressed, so their length is known without reading them. */
const CODE_BYTES = `(
  coalesce(octet_length(sealed_codes), 0) + coalesce(octet_length(delivered_codes::text), 0))`;

/** Not before all orders of an earlier time are committed, unless $4. */
export const ORDERS_AFTER = `
  SELECT ${COLUMNS}
  FROM (
    SELECT *, sum(${CODE_BYTES}) OVER (ORDER BY created_at, order_id) - ${CODE_BYTES} AS bytes_before
    FROM (
      SELECT * FROM orders
      WHERE account_id = $1 AND (created_at, order_id) > ($2::timestamptz, $3::text)
        AND created_at < CASE WHEN $4 THEN 'infinity' ELSE now() - ${SETTLED} END
      ORDER BY created_at, order_id LIMIT $5
    ) next
  ) placed
  WHERE bytes_before < ${MAX_BATCH_BYTES} ORDER BY created_at, order_id`;

/** A change that another server works on is left to it. */
export const CHANGED = `
  SELECT ${COLUMNS}, texts_done AS "textsDone", (
    SELECT key_id FROM order_search_progress WHERE account_id = next.account_id
  ) AS "keyId"
  FROM (
    SELECT placed.*, texts_done, due_at,
           sum(${CODE_BYTES}) OVER (ORDER BY due_at, order_id) - ${CODE_BYTES} AS bytes_before
    FROM (
      SELECT account_id AS payer, order_id AS id, texts_done, due_at FROM order_search_changes
      WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) change CROSS JOIN LATERAL (
      SELECT * FROM orders WHERE account_id = payer AND order_id = id LIMIT 1
    ) placed
  ) next
  WHERE bytes_before < ${MAX_BATCH_BYTES} ORDER BY due_at, order_id`;

const THESE = `
  (account_id, order_id) IN (SELECT * FROM unnest($1::integer[], $2::text[]))`;

export const SETTLE = `DELETE FROM order_search_changes WHERE ${THESE}`;

export const POSTPONE = `
  INSERT INTO order_search_changes (account_id, order_id, due_at)
  SELECT account_id, order_id, now() + interval '1 hour'
  FROM unnest($1::integer[], $2::text[]) AS unreadable (account_id, order_id)
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = excluded.due_at, texts_done = 0`;

/** The next step goes on behind these texts, unless the order has got others meanwhile. */
export const LEAVE_REST = `
  INSERT INTO order_search_changes (account_id, order_id, texts_done) VALUES ($1, $2, $3)
  ON CONFLICT (account_id, order_id) DO UPDATE
    SET texts_done = least(order_search_changes.texts_done, excluded.texts_done), due_at = now()`;

/** $3: the texts that were done before. The rest comes behind the changes of others. */
export const GO_ON = `
  UPDATE order_search_changes SET texts_done = $4, failures = 0, due_at = now()
  WHERE account_id = $1 AND order_id = $2 AND texts_done = $3`;

/** What fails again and again is tried once an hour, so that it does not keep the others waiting. */
export const NOTE_FAILED_CHANGE = `
  UPDATE order_search_changes
  SET failures = failures + 1,
      due_at = now() + CASE WHEN failures + 1 < ${FAILURES_UNTIL_SET_ASIDE} THEN ${RETRY_DELAY} ELSE interval '1 hour' END
  WHERE account_id = $1 AND order_id = $2`;

export const SET_ASIDE = `
  INSERT INTO order_search_changes (account_id, order_id, due_at, failures)
  SELECT account_id, order_id, now() + interval '1 hour', ${FAILURES_UNTIL_SET_ASIDE}
  FROM unnest($1::integer[], $2::text[]) AS failed (account_id, order_id)
  ON CONFLICT (account_id, order_id) DO UPDATE
    SET due_at = excluded.due_at, failures = excluded.failures, texts_done = 0`;

export const NOTE_FAILED_STEP = `
  INSERT INTO order_search_progress AS progress (account_id, key_id, recent_at, failures)
  VALUES ($1, $2, now() - ${SETTLED}, 1)
  ON CONFLICT (account_id) DO UPDATE SET failures = progress.failures + 1, at = now()`;

export const INSERT = `
  INSERT INTO order_search_values (account_id, value, created_at, order_id)
  SELECT * FROM unnest($1::integer[], $2::bytea[], $3::timestamptz[], $4::text[])
  ON CONFLICT (account_id, value, created_at, order_id) DO NOTHING`;

export const MOVE_RECENT = `
  UPDATE order_search_progress SET recent_at = $2, recent_id = $3, at = now(), failures = 0 WHERE account_id = $1`;

export const MOVE_SETTLED = `
  UPDATE order_search_progress SET settled_at = $2, settled_id = $3, at = now(), failures = 0 WHERE account_id = $1`;

/** A value begins with the id of its key, so those of other keys stand before and behind. */
export const DELETE_OTHERS = `
  WITH others AS (
    (SELECT value, created_at, order_id FROM order_search_values
     WHERE account_id = $1 AND value < $2::bytea LIMIT $3)
    UNION ALL
    (SELECT value, created_at, order_id FROM order_search_values
     WHERE account_id = $1 AND value > $2::bytea || decode(repeat('ff', 17), 'hex') LIMIT $3)
    LIMIT $3
  )
  DELETE FROM order_search_values one USING others
  WHERE one.account_id = $1 AND one.value = others.value AND one.created_at = others.created_at
    AND one.order_id = others.order_id`;

export const OTHERS_DELETED = `
  UPDATE order_search_progress SET has_others = false, at = now() WHERE account_id = $1`;

export const COMPLETED = `
  UPDATE order_search_progress SET is_complete = true, at = now() WHERE account_id = $1`;

/** An account that was never looked at counts if it has an order. */
const ALL_COMPLETE = (accountId: string): string => `
  NOT EXISTS (
    SELECT FROM order_search_progress WHERE NOT is_complete AND (${accountId} IS NULL OR account_id = ${accountId})
  ) AND NOT EXISTS (
    SELECT FROM (
      -- OFFSET 0: whether there are orders is asked of these accounts alone.
      SELECT id FROM accounts
      WHERE (${accountId} IS NULL OR id = ${accountId})
        AND NOT EXISTS (SELECT FROM order_search_progress WHERE account_id = id) OFFSET 0
    ) account
    WHERE ${isThere('true')}
  )`;

export const IS_COMPLETE = `SELECT ${ALL_COMPLETE('$1::integer')} AS "isComplete"`;

/** Once it is noted, only new orders can be of an account without a progress. */
export const NOTE_ALL_COMPLETE = `
  INSERT INTO order_search_state (recent_at, values_complete)
  SELECT now() - ${SETTLED}, true
  WHERE CASE WHEN (SELECT values_complete FROM order_search_state) THEN false ELSE ${ALL_COMPLETE('NULL::integer')} END
  ON CONFLICT (only_row) DO UPDATE SET values_complete = true`;

/** Of the newest orders, the accounts are looked at. */
const NEWEST = 100;

export const IS_KNOWN_COMPLETE = `
  SELECT coalesce((SELECT values_complete FROM order_search_state), false)
    AND NOT EXISTS (SELECT FROM order_search_progress WHERE NOT is_complete)
    AND NOT EXISTS (
      SELECT FROM (
        SELECT account_id FROM orders
        ORDER BY created_at AT TIME ZONE 'UTC' DESC, order_id DESC LIMIT ${NEWEST}
      ) newest
      WHERE (SELECT account_id FROM order_search_progress progress
             WHERE progress.account_id = newest.account_id LIMIT 1) IS NULL
    ) AS "isComplete"`;
