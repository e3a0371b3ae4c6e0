/** The SQL of `OrderKeys`. */

/** As the index orders_by_creation has it, which only statements that write this are planned with. */
const CREATED = `created_at AT TIME ZONE 'UTC'`;

/** No transaction of an order lasts as long as this, so an order from before it is never overtaken. */
const SETTLED = `interval '5 minutes'`;

/** Orders that are committed so long after the time that they bear are found at once, too. */
const OVERTAKEN = `interval '10 seconds'`;

/** Of the orders that are not noted yet; with more of them, each account is asked. */
const MAX_YOUNG = 1_000;

/** So many accounts at most may have sent one key, for their orders to be found all. */
const MAX_ACCOUNTS = 1_000;

const HASH = (key: string): string => `substring(sha256(convert_to(${key}, 'UTF8')) FOR 8)`;

/** How the orders are read: soon after they were placed, and again when no earlier one can be committed any more. */
export type KeyReading = 'recent' | 'settled';

const END: Readonly<Record<KeyReading, string>> = {
  recent: `'infinity'::timestamptz`,
  settled: `now() - ${SETTLED}`,
};

const state = (column: string): string => `(SELECT ${column} FROM order_search_state)`;

/** The orders that a reading has before it, oldest first. */
const ahead = (reading: KeyReading, columns: string, limit: string): string => `
  SELECT ${columns} FROM orders
  WHERE (${CREATED}, order_id) > (${state(`${reading}_at AT TIME ZONE 'UTC'`)}, ${state(`${reading}_id`)})
    AND ${CREATED} < (${END[reading]}) AT TIME ZONE 'UTC'
  ORDER BY ${CREATED}, order_id LIMIT ${limit}`;

/** Whether there is something to note; asked without a lock, so that an idle shop writes nothing. */
export const HAS_UNNOTED = `
  SELECT coalesce(
    NOT ${state('keys_complete')} OR (${ahead('recent', 'true', '1')}) OR (${ahead('settled', 'true', '1')}),
    ${state('true')} IS NULL) AS "hasUnnoted"`;

export const BEGIN = `
  INSERT INTO order_search_state (recent_at) VALUES (now() - ${SETTLED}) ON CONFLICT DO NOTHING`;

/** Left to another server at work. */
export const LOCK = `SELECT true AS locked FROM order_search_state FOR UPDATE SKIP LOCKED`;

/** Notes the keys of the next orders, and moves the reading behind them. $1: most of them. */
export const note = (reading: KeyReading): string => `
  WITH placed AS MATERIALIZED (
    ${ahead(reading, 'account_id, order_uuid, created_at, order_id', '$1')}
  ), noted AS (
    INSERT INTO order_search_keys (key_hash, account_id)
    SELECT DISTINCT ${HASH('order_uuid')} AS hash, account_id FROM placed ORDER BY hash, account_id
    ON CONFLICT DO NOTHING
  ), moved AS (
    UPDATE order_search_state SET ${reading}_at = last.created_at, ${reading}_id = last.order_id
    FROM (SELECT * FROM placed ORDER BY created_at DESC, order_id DESC LIMIT 1) last
  )
  SELECT count(*)::integer AS count FROM placed`;

export const COMPLETED = `
  UPDATE order_search_state SET keys_complete = true WHERE NOT keys_complete`;

/** Orders that may not be noted yet. */
const YOUNG = `
  SELECT account_id, order_uuid FROM orders
  WHERE ${CREATED} > ${state(`(recent_at - ${OVERTAKEN}) AT TIME ZONE 'UTC'`)}
  ORDER BY ${CREATED} LIMIT ${MAX_YOUNG + 1}`;

/** False as well before the first server has begun. */
export const IS_USABLE = `
  SELECT coalesce(
    ${state('keys_complete')} AND (SELECT count(*) FROM (${YOUNG}) young) <= ${MAX_YOUNG}, false) AS "isUsable"`;

const COLUMNS = `
  key.account_id AS "accountId", order_uuid AS "orderUuid", order_id AS "orderId"`;

/** @param accounts SQL of the accounts that are asked for the key $1, each once */
const ofAccounts = (accounts: string): string => `
  SELECT ${COLUMNS}
  FROM (${accounts}) account CROSS JOIN LATERAL (
    -- The limit has the key of each account looked up, where all keys could be read else.
    SELECT * FROM order_keys WHERE account_id = account.id AND order_uuid = $1 LIMIT 1
  ) key
  ORDER BY key.account_id`;

export const KEYS_BY_INDEX = ofAccounts(`
  (SELECT account_id AS id FROM order_search_keys WHERE key_hash = ${HASH('$1::text')}
   ORDER BY account_id LIMIT ${MAX_ACCOUNTS})
  UNION (SELECT account_id FROM (${YOUNG}) young WHERE order_uuid = $1)
  UNION (SELECT account_id FROM order_keys WHERE order_uuid = $1 AND order_id IS NULL
         ORDER BY account_id LIMIT ${MAX_ACCOUNTS})`);

export const KEYS_OF_EACH_ACCOUNT = ofAccounts('SELECT id FROM accounts');

/** $2: the account. */
export const KEYS_OF_ACCOUNT = ofAccounts('SELECT $2::integer AS id');
