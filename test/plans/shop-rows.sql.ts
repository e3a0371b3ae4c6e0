/**
 * The SQL that fills a shop. $1 of each statement is the number of orders, from which all other numbers follow. An order
 * has its number in its id, key and fields, so that a question can name any of them; the higher, the newer.
 */

/** Accounts, of which the first one has a fifth of all orders. */
export const ACCOUNTS = 5_000;
/** All of its orders are the oldest of the shop. */
export const QUIET_ACCOUNT = 2;
export const PRODUCTS = 20_000;
/** The last products are deleted. */
export const DELETED_PRODUCTS = 100;
export const CATEGORIES = 200;
export const STOCKS = 50;
/** A product that only the first orders are of. */
export const RARE_PRODUCT = 7;
/** What every seventh order was sent with as its player id. */
export const COMMON_PLAYER = 'often';

/** Triggers that chain, note and count each row would take minutes; what they write is written by the statements here. */
export const TABLES_WITHOUT_TRIGGERS = [
  'orders',
  'ledger_entries',
  'products',
  'categories',
  'access_tokens',
] as const;

const ACCOUNT_ROWS = `
  INSERT INTO accounts (name, email, group_id, balance, orders_halted_at, orders_halted_reason)
  SELECT (ARRAY['Acme', 'Nova', 'Ünal', 'متجر', 'Blue River'])[n % 5 + 1] || ' Games ' || n,
         'ops' || n || '@shop' || n % 100 || '.example', n % 20 + 1, n % 1000,
         CASE WHEN n % 500 = 0 THEN now() END, CASE WHEN n % 500 = 0 THEN 'books' END
  FROM generate_series(1, ${ACCOUNTS}) n WHERE $1 > 0`;

const TOKEN_ROWS = `
  INSERT INTO access_tokens (account_id, token_hash, label)
  SELECT account.id, sha256(convert_to(account.id || '-' || n, 'UTF8')), 'bot ' || n
  FROM accounts account, generate_series(1, CASE WHEN account.id = 1 THEN 500 ELSE 2 END) n
  WHERE $1 > 0`;

const CATEGORY_ROWS = `
  INSERT INTO categories (id, parent_id, name, position)
  SELECT n, CASE WHEN n > 20 THEN n % 20 + 1 END, 'Category ' || n, n
  FROM generate_series(1, ${CATEGORIES}) n WHERE $1 > 0`;

const PRODUCT_ROWS = `
  INSERT INTO products (id, category_id, name, price, product_type, position, deleted_at)
  SELECT n, n % (${CATEGORIES} - 20) + 21, 'Product ' || n, n % 100 + 1, 'package', n,
         CASE WHEN n > ${PRODUCTS - DELETED_PRODUCTS} THEN now() END
  FROM generate_series(1, ${PRODUCTS}) n WHERE $1 > 0`;

/** As the triggers would have written them. */
const CATALOG_WORD_ROWS = `
  INSERT INTO catalog_words (list, word, item_id)
  SELECT CASE WHEN deleted_at IS NULL THEN '' ELSE 'deleted ' END || list, named.word, id
  FROM (
    SELECT 'products' AS list, id, name, deleted_at FROM products
    UNION ALL SELECT 'categories', id, name, deleted_at FROM categories
  ) item CROSS JOIN LATERAL catalog_words_of(item.name) named WHERE $1 > 0`;

const SUPPLIER_ROWS = `
  INSERT INTO suppliers (name, base_url, sealed_token, last_error)
  SELECT 'supplier-' || n, 'https://supplier' || n || '.example', '',
         CASE WHEN n % 10 = 0 THEN 'no answer' ELSE '' END
  FROM generate_series(1, 20) n WHERE $1 > 0`;

/** Half a minute between two orders. */
const ORDER_ROWS = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
    total, field_schema, sent_fields, fields, extra_parameters, status, decided_by, decided_at, created_at)
  SELECT account, 'ID_' || lpad(to_hex(n), 16, '0'), '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), product, 'Product ' || product,
         1, 1, CASE WHEN n % 50 = 0 THEN 0 ELSE 1 END, '[]', json_build_array(json_build_array('playerId', player)),
         json_build_object('playerId', player), '[]', status,
         CASE WHEN status <> 'wait' THEN 'operator:test' END, CASE WHEN status <> 'wait' THEN at END, at
  FROM (
    SELECT n, CASE WHEN n <= 1000 THEN ${QUIET_ACCOUNT} WHEN n % 5 = 0 THEN 1
                   ELSE n % ${ACCOUNTS - 2} + 3 END AS account,
           CASE WHEN n <= 100 THEN ${RARE_PRODUCT} ELSE 8 + n % ${PRODUCTS - 200} END AS product,
           CASE WHEN n % 7 = 0 THEN '${COMMON_PLAYER}' ELSE n::text END AS player,
           CASE WHEN n % 100 = 0 THEN 'wait' WHEN n % 33 = 0 THEN 'reject' ELSE 'accept' END AS status,
           now() - ($1::integer - n) * interval '30 seconds' AS at
    FROM generate_series(1, $1::integer) n
  ) numbered`;

const KEY_ROWS = `
  INSERT INTO order_keys (account_id, order_uuid, order_id)
  SELECT account_id, order_uuid, order_id FROM orders WHERE $1 > 0`;

/** As the servers would have noted it. */
const SEARCH_STATE_ROW = `
  INSERT INTO order_search_state (recent_at, values_complete) SELECT now(), true WHERE $1 > 0
  ON CONFLICT (only_row) DO UPDATE SET values_complete = true`;

/** A deposit, the debits, a refund of each rejected order, and a reversal of some of the others. */
const ENTRY_ROWS = `
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, reference, actor,
    note, created_at, previous_hash, entry_hash)
  SELECT account_id, row_number() OVER of_account, kind, amount, sum(amount) OVER of_account, order_id,
         CASE WHEN kind IN ('deposit', 'reversal') THEN kind || coalesce(order_id, '') END,
         CASE WHEN kind IN ('debit', 'refund') THEN 'api' ELSE 'operator:1' END, 'made', at, sha256(''), sha256('')
  FROM (
    SELECT id AS account_id, 'deposit' AS kind, 1000000 AS amount, NULL AS order_id,
           now() - ($1::integer + 1) * interval '30 seconds' AS at FROM accounts
    UNION ALL SELECT account_id, 'debit', -total, order_id, created_at FROM orders WHERE total > 0
    UNION ALL SELECT account_id, 'refund', total, order_id, created_at + interval '1 second' FROM orders
      WHERE total > 0 AND status = 'reject'
    UNION ALL SELECT account_id, 'reversal', total, order_id, created_at + interval '2 seconds' FROM orders
      WHERE total > 0 AND status = 'accept' AND right(order_id, 2) = '00'
  ) moved WINDOW of_account AS (PARTITION BY account_id ORDER BY at, kind, order_id)`;

const BALANCE_ROWS = `
  UPDATE accounts SET balance = last.balance_after, ledger_sequence = last.sequence
  FROM (SELECT DISTINCT ON (account_id) account_id, sequence, balance_after FROM ledger_entries
        WHERE $1 > 0 ORDER BY account_id, sequence DESC) last
  WHERE accounts.id = last.account_id`;

const FULFILLMENT_ROWS = `
  INSERT INTO fulfillments (account_id, order_id, steps, closed)
  SELECT account_id, order_id, '[]', status <> 'wait' FROM orders WHERE $1 > 0 AND right(order_id, 1) < '8'`;

const ATTEMPT_ROWS = `
  INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, sends, sent_at)
  SELECT account_id, order_id, product_id % 20 + 1, product_id, 1, created_at
  FROM orders WHERE $1 > 0 AND right(order_id, 1) < '4'`;

const COST_ROWS = `
  INSERT INTO order_costs (account_id, order_id, cost, source, supplier_id)
  SELECT account_id, order_id, 0.5, CASE WHEN right(order_id, 1) < '4' THEN 'supplier' ELSE 'product' END,
         CASE WHEN right(order_id, 1) < '4' THEN product_id % 20 + 1 END
  FROM orders WHERE $1 > 0 AND status = 'accept' AND right(order_id, 1) <> 'f'`;

/** As many as three tenths of the orders, in the last thirty days. */
const REFUSAL_ROWS = `
  INSERT INTO order_refusals (id, at, account_id, order_uuid, product_id, code, reason, address, request_id)
  SELECT gen_random_uuid(), now() - n * (interval '30 days' / ($1::integer * 3 / 10)),
         CASE WHEN n % 2 = 0 THEN 1 ELSE n % ${ACCOUNTS} + 1 END, 'refused-' || n, n % ${PRODUCTS} + 1,
         CASE WHEN n % 10000 = 1 THEN 117 ELSE 100 END, 'Insufficient balance.', '192.0.2.1', 'request-' || n
  FROM generate_series(1, $1::integer * 3 / 10) n`;

const AUDIT_ROWS = `
  INSERT INTO audit_entries (at, actor, action, details, outcome, finished_at)
  SELECT now() - n * interval '1 minute', 'operator:' || (ARRAY['ada', 'ben', 'cem', 'dana'])[n % 4 + 1],
         CASE WHEN n % 4 = 3 THEN 'product set' WHEN n % 1000 = 0 THEN 'account set' ELSE 'order accept' END,
         CASE WHEN n % 2 = 0 THEN jsonb_build_object('account_id', 1) ELSE '{}' END, 'done', now()
  FROM generate_series(1, $1::integer * 3 / 10) n`;

/** Each entry has changed a common product; the first one is a large import. */
const ITEM_CHANGE_ROWS = `
  INSERT INTO item_changes (entry_id, entry_at, kind, item_id, part, before, after)
  SELECT entry.id, entry.at, 'product', CASE WHEN n = 1 THEN 9 ELSE (entry.id * 7 + n) % ${PRODUCTS} + 1 END, 'values',
         '{"price":1}', '{"price":2}'
  FROM audit_entries entry CROSS JOIN LATERAL generate_series(1, CASE entry.id WHEN 1 THEN $1::integer / 10 ELSE 4 END) n`;

const STOCK_ROWS = `
  INSERT INTO code_stocks (name) SELECT 'stock-' || n FROM generate_series(1, ${STOCKS}) n WHERE $1 > 0`;

/** Every second code is sold. */
const CODE_ROWS = `
  INSERT INTO stock_codes (stock, code_hash, sealed_code, account_id, order_id, delivered_at)
  SELECT 'stock-' || n % ${STOCKS} + 1, sha256(convert_to(n::text, 'UTF8')), '',
         CASE WHEN n % 2 = 0 THEN 1 END, CASE WHEN n % 2 = 0 THEN 'ID_' || lpad(to_hex(n), 16, '0') END,
         CASE WHEN n % 2 = 0 THEN now() END
  FROM generate_series(1, $1::integer / 10) n`;

const RULE_ROWS = `
  WITH visible AS (
    INSERT INTO visibility_rules (account_id, product_id, visible)
    SELECT n, 8 + n, false FROM generate_series(1, 4000) n WHERE $1 > 0
  )
  INSERT INTO price_rules (account_id, product_id, percentage)
  SELECT n, 8 + n, 5 FROM generate_series(1, 4000) n WHERE $1 > 0`;

const PRODUCT_COST_ROWS = `
  INSERT INTO product_costs (product_id, unit_cost, source)
  SELECT id, price / 2, 'manual' FROM products WHERE $1 > 0 AND id % 100 <> 0`;

const WEBHOOK_FAILURE_ROWS = `
  INSERT INTO webhook_failures (message_id, account_id, event_type, attempts, reason, last_failed_at)
  SELECT 'msg-' || n, n % ${ACCOUNTS} + 1, 'order.accepted', 3, 'no answer', now() - n * interval '1 minute'
  FROM generate_series(1, $1::integer / 20) n`;

const FAILED_EVENT_ROWS = `
  INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason, last_failed_at)
  SELECT 'extension-' || n % 5, 'listener', 'event-' || n, 'order.accepted', '{}', 3, 'no answer',
         now() - n * interval '1 minute'
  FROM generate_series(1, $1::integer / 20) n`;

const IMPORT_ROWS = `
  WITH made AS (
    INSERT INTO catalog_imports (id, name, bytes, hide_missing, state, kind, difference, digest, created_by)
    SELECT '00000000-0000-4000-8000-000000000001', 'shop.json', 1, false, 'ready', 'catalog',
           '{"categories":{"created":0,"updated":0,"hidden":0,"shown":0},"products":{"created":0,"updated":20000,"hidden":0,"shown":0}}',
           'digest', 'operator:owner' WHERE $1 > 0 RETURNING id
  )
  INSERT INTO catalog_import_changes (import_id, comparison, item, item_id, change, name)
  SELECT made.id, 1, 'product', n, 'updated', 'Product ' || n FROM made, generate_series(1, ${PRODUCTS}) n`;

const OPERATOR_ROWS = `
  WITH people AS (
    INSERT INTO operators (name, role) SELECT 'person-' || n, 'viewer' FROM generate_series(1, 200) n
    WHERE $1 > 0 RETURNING id
  )
  INSERT INTO operator_tokens (operator_id, token_hash, role)
  SELECT id, sha256(convert_to('token-' || id || '-' || n, 'UTF8')), 'viewer'
  FROM people, generate_series(1, 5) n`;

const GROUP_ROWS = `
  INSERT INTO account_groups (name) SELECT 'group-' || n FROM generate_series(1, 200) n WHERE $1 > 0`;

/** In the order in which they refer to one another. */
export const FILLING_STATEMENTS = [
  GROUP_ROWS,
  ACCOUNT_ROWS,
  TOKEN_ROWS,
  CATEGORY_ROWS,
  PRODUCT_ROWS,
  CATALOG_WORD_ROWS,
  SUPPLIER_ROWS,
  ORDER_ROWS,
  KEY_ROWS,
  SEARCH_STATE_ROW,
  ENTRY_ROWS,
  BALANCE_ROWS,
  FULFILLMENT_ROWS,
  ATTEMPT_ROWS,
  COST_ROWS,
  REFUSAL_ROWS,
  AUDIT_ROWS,
  ITEM_CHANGE_ROWS,
  STOCK_ROWS,
  CODE_ROWS,
  RULE_ROWS,
  PRODUCT_COST_ROWS,
  WEBHOOK_FAILURE_ROWS,
  FAILED_EVENT_ROWS,
  IMPORT_ROWS,
  OPERATOR_ROWS,
] as const;

/** $2: the value of the common player; $3: the id of the secret key. */
export const SEARCH_VALUE_ROWS = `
  INSERT INTO order_search_values (account_id, value, created_at, order_id)
  SELECT account_id,
         CASE WHEN fields ->> 'playerId' = '${COMMON_PLAYER}' THEN $2::bytea
              ELSE $3::bytea || substring(sha256(convert_to(order_id, 'UTF8')) FOR 16) END,
         created_at, order_id
  FROM orders WHERE $1 > 0`;

export const SEARCH_PROGRESS_ROWS = `
  INSERT INTO order_search_progress
    (account_id, key_id, key_since, recent_at, settled_at, is_complete)
  SELECT id, $2::bytea, now() - interval '1 day', now(), now(), true FROM accounts WHERE $1 > 0`;
