/**
 * The SQL that fills a shop with all but orders, which `test/support/filler` writes. $1 of each statement is the number of
 * orders, from which all other numbers follow.
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

/** Triggers that note each row would take minutes; what they write is written by the statements here. */
export const TABLES_WITHOUT_TRIGGERS = ['products', 'categories', 'access_tokens'] as const;

const ACCOUNT_ROWS = `
  INSERT INTO accounts (name, email, group_id, balance, orders_halted_at, orders_halted_reason)
  SELECT (ARRAY['Acme', 'Nova', 'Ünal', 'متجر', 'Blue River'])[n % 5 + 1] || ' Games ' || n,
         'ops' || n || '@shop' || n % 100 || '.example', n % 20 + 1, n % 1000,
         CASE WHEN n % 500 = 0 THEN now() END, CASE WHEN n % 500 = 0 THEN 'books' END
  FROM generate_series(1, ${ACCOUNTS}) n WHERE $1 > 0`;

/** Enough for all orders, from before the first one. $1 is their number, $2 their first time. */
export const DEPOSIT_ROWS = `
  WITH moved AS (
    UPDATE accounts SET balance = $1::integer + 1000000, ledger_sequence = 1 RETURNING id, balance
  )
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, reference, actor, note, created_at)
  SELECT id, 1, 'deposit', balance, balance, 'deposit', 'operator:1', 'made', $2::timestamptz FROM moved`;

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

/** As the servers would have noted it. */
const SEARCH_STATE_ROW = `
  INSERT INTO order_search_state (recent_at, values_complete) SELECT now(), true WHERE $1 > 0
  ON CONFLICT (only_row) DO UPDATE SET values_complete = true`;

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
export const STATEMENTS_BEFORE_ORDERS = [
  GROUP_ROWS,
  ACCOUNT_ROWS,
  TOKEN_ROWS,
  CATEGORY_ROWS,
  PRODUCT_ROWS,
  CATALOG_WORD_ROWS,
  SUPPLIER_ROWS,
  /** As the servers would have noted it. */
  REFUSAL_ROWS,
  AUDIT_ROWS,
  ITEM_CHANGE_ROWS,
  STOCK_ROWS,
  RULE_ROWS,
  PRODUCT_COST_ROWS,
  WEBHOOK_FAILURE_ROWS,
  FAILED_EVENT_ROWS,
  IMPORT_ROWS,
  OPERATOR_ROWS,
] as const;

export const STATEMENTS_AFTER_ORDERS = [SEARCH_STATE_ROW] as const;

export const SEARCH_PROGRESS_ROWS = `
  INSERT INTO order_search_progress
    (account_id, key_id, key_since, recent_at, settled_at, is_complete)
  SELECT id, $2::bytea, now() - interval '1 day', now(), now(), true FROM accounts WHERE $1 > 0`;
