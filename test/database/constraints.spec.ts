import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  // A shop of its own: rows have the first ids, and statements change all rows.
  database = await createTestDatabase();
  await database.query(`
    INSERT INTO accounts (name, balance, credit_limit) VALUES ('Acme', 10, 5);
    INSERT INTO accounts (name) VALUES ('Second');
    INSERT INTO account_webhooks (account_id, url, sealed_secret, balance_low)
      VALUES (1, 'https://a.example', '', 1);
    INSERT INTO categories (name) VALUES ('Games');
    INSERT INTO products (category_id, name, price, product_type)
      VALUES (1, '60 UC', 1, 'package');
    INSERT INTO suppliers (name, base_url, sealed_token, balance, low_balance)
      VALUES ('acme', '', '', 1, 1);
    INSERT INTO supplier_markups VALUES (1, 1, 10);
    INSERT INTO price_rules (account_id, percentage) VALUES (1, 10);
    INSERT INTO products (category_id, name, price, product_type)
      VALUES (1, '325 UC', 5, 'package');
    INSERT INTO price_rules (account_id, product_id, fixed_price) VALUES (1, 2, 4);
    INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
      VALUES (1, 1, 'deposit', 10, 10, 'test');
    INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price,
                        quantity, total, field_schema, sent_fields, fields, extra_parameters)
      VALUES (1, 'ID_0123456789abcdef', 'a', 1, '60 UC', 1, 1, 1, '[]', '[]', '{}', '[]');
    INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, cost)
      VALUES (1, 'ID_0123456789abcdef', 1, 1, 1);
    INSERT INTO replaced_purchases (account_id, order_id, supplier_id, supplier_product, generation, attempt_uuid, sends, created_at, why, actor, cost)
    SELECT account_id, order_id, supplier_id, supplier_product, 1, attempt_uuid, 1, now(), 'sealed', 'test', 1 FROM supplier_attempts;
    INSERT INTO product_costs VALUES (1, 1, 'manual');
    INSERT INTO order_costs VALUES (1, 'ID_0123456789abcdef', 1, 'product');
    INSERT INTO code_stocks VALUES ('codes');
    INSERT INTO stock_codes (stock, code_hash, sealed_code, cost) VALUES ('codes', sha256('a'), '', 1);
    INSERT INTO limit_buckets VALUES (1, 'requests', 10, now());
    INSERT INTO sentinel_checkpoints (account_id, sequence, balance, entry_hash) VALUES (2, 1, 10, '');
    INSERT INTO access_tokens (account_id, token_hash, daily_cap) VALUES (1, decode(repeat('00', 32), 'hex'), 10);
    INSERT INTO token_spending VALUES (1, now(), 10);
    INSERT INTO extensions (name, version, ports, deposits_a_day) VALUES ('first', '', '{}', 1);
    INSERT INTO extension_calls (extension, key, method, input_hash, added) VALUES ('first', 'a', '', '', 1);
  `);
});

afterAll(() => database.drop());

const NOT_IN_A_LEDGER = /none that a ledger can have/;

/** PostgreSQL itself cuts Infinity off at the column's digits; NaN passes that check. */
const NOT_A_NUMBER =
  /violates check constraint|is none that |numeric field overflow|does not follow/;

/** Tries statements without keeping what they do. @returns `accepted`, or what PostgreSQL said. */
function refusal(sql: string): Promise<string> {
  // Statements sent together are one transaction without a BEGIN.
  return database.query(`${sql}; ROLLBACK`).then(
    () => 'accepted',
    (error: unknown) => String(error),
  );
}

/** @param values of unit price, quantity, total, refunded, status and time of the decision. */
const orderOf = (values: string): string => `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, field_schema,
    sent_fields, fields, extra_parameters, unit_price, quantity, total, refunded, status, decided_at)
  VALUES (1, 'ID_fedcba9876543210', 'b', 1, '60 UC', '[]', '[]', '{}', '[]', ${values})`;

describe('numeric columns', () => {
  const ORDER = `INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name,
    field_schema, sent_fields, fields, extra_parameters, unit_price, quantity, total)
    VALUES (1, 'ID_fedcba9876543210', 'b', 1, '60 UC', '[]', '[]', '{}', '[]', `;
  const LEDGER = `INSERT INTO ledger_entries (account_id, sequence, kind, actor, amount, balance_after)
    VALUES (1, 2, 'deposit', 'test', `;

  const EVENT = `INSERT INTO account_events (account_id, type, order_id, amount)
    VALUES (1, 'reversed', 'ID_0123456789abcdef', `;

  const supplier = (column: string, value: string): string =>
    `INSERT INTO suppliers (name, base_url, sealed_token, ${column}) VALUES ('x', '', '', ${value})`;

  /** How a row with a given value comes into being, for every numeric column of the schema. */
  const INSERTS: Record<string, (value: string) => string> = {
    'access_tokens.daily_cap': (value) =>
      `INSERT INTO access_tokens (account_id, token_hash, daily_cap)
       VALUES (1, decode(repeat('11', 32), 'hex'), ${value})`,
    'account_events.amount': (value) => `${EVENT} ${value})`,
    'account_webhooks.balance_low': (value) =>
      `INSERT INTO account_webhooks (account_id, url, sealed_secret, balance_low)
       VALUES (2, 'https://a.example', '', ${value})`,
    'accounts.balance': (value) => `INSERT INTO accounts (name, balance) VALUES ('X', ${value})`,
    'accounts.credit_limit': (value) =>
      `INSERT INTO accounts (name, credit_limit) VALUES ('X', ${value})`,
    'accounts.low_balance': (value) =>
      `INSERT INTO accounts (name, low_balance) VALUES ('X', ${value})`,
    'extension_calls.added': (value) =>
      `INSERT INTO extension_calls (extension, key, method, input_hash, added)
       VALUES ('acme', 'x', 'balance.deposit', '', ${value})`,
    'extensions.deposits_a_day': (value) =>
      `INSERT INTO extensions (name, version, ports, deposits_a_day) VALUES ('acme', '', '{}', ${value})`,
    'ledger_entries.amount': (value) => `${LEDGER} ${value}, 20)`,
    'ledger_entries.balance_after': (value) => `${LEDGER} 10, ${value}::numeric + 10)`,
    'limit_buckets.level': (value) =>
      `INSERT INTO limit_buckets VALUES (1, 'orders', ${value}, now())`,
    'order_costs.cost': (value) =>
      `INSERT INTO order_costs VALUES (1, 'ID_fedcba9876543210', ${value}, 'product')`,
    'orders.quantity': (value) => `${ORDER} 1, ${value}, 1)`,
    'orders.refunded': (value) => orderOf(`1, 1, 10, ${value}, 'accept', now()`),
    'orders.total': (value) => `${ORDER} 1, 1, ${value})`,
    'orders.unit_price': (value) => `${ORDER} ${value}, 1, 1)`,
    'price_rules.fixed_price': (value) =>
      `INSERT INTO price_rules (account_id, product_id, fixed_price) VALUES (1, 1, ${value})`,
    'price_rules.percentage': (value) =>
      `INSERT INTO price_rules (account_id, category_id, percentage) VALUES (1, 1, ${value})`,
    'product_costs.unit_cost': (value) =>
      `INSERT INTO product_costs VALUES (2, ${value}, 'manual')`,
    'products.price': (value) =>
      `INSERT INTO products (category_id, name, product_type, price) VALUES (1, 'X', 'package', ${value})`,
    'replaced_purchases.cost': (value) =>
      `INSERT INTO replaced_purchases
         (account_id, order_id, supplier_id, supplier_product, generation, attempt_uuid, sends, created_at, why, actor, cost)
       SELECT account_id, order_id, supplier_id, supplier_product, 0, attempt_uuid, 1, now(), 'sealed', 'test', ${value}
       FROM supplier_attempts`,
    'sentinel_checkpoints.balance': (value) =>
      `INSERT INTO sentinel_checkpoints (account_id, sequence, balance, entry_hash) VALUES (1, 1, ${value}, '')`,
    'stock_codes.cost': (value) =>
      `INSERT INTO stock_codes (stock, code_hash, sealed_code, cost)
       VALUES ('codes', sha256('b'), '', ${value})`,
    'supplier_attempts.cost': (value) =>
      `INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, cost)
       VALUES (1, 'ID_0123456789abcdef', 1, 2, ${value})`,
    'supplier_markups.markup': (value) => `INSERT INTO supplier_markups VALUES (1, 2, ${value})`,
    'suppliers.balance': (value) => supplier('balance', value),
    'suppliers.low_balance': (value) => supplier('low_balance', value),
    'suppliers.markup': (value) => supplier('markup', value),
    'token_spending.spent': (value) => `INSERT INTO token_spending VALUES (2, now(), ${value})`,
  };
  const COLUMNS = Object.keys(INSERTS);

  it('are all covered here', async () => {
    const rows = await database.query<{ name: string }>(`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public'
        AND data_type IN ('numeric', 'double precision', 'real', 'money')
      ORDER BY 1`);

    expect(rows.map(({ name }) => name)).toEqual(COLUMNS);
  });

  it.each(COLUMNS)('%s takes a number', async (column) => {
    expect(await refusal(INSERTS[column]!('10'))).toBe('accepted');
  });

  const cases = COLUMNS.flatMap((column) =>
    ['NaN', 'Infinity', '-Infinity'].map((value) => [column, value] as const),
  );

  it.each(cases)('%s refuses %s in a new row', async (column, value) => {
    expect(await refusal(INSERTS[column]!(`'${value}'`))).toMatch(NOT_A_NUMBER);
  });

  it.each(cases.filter(([column]) => !/^(ledger_entries|account_events)/.test(column)))(
    '%s refuses a change to %s',
    async (column, value) => {
      const [table, name] = column.split('.');
      const change = `UPDATE ${table} SET ${name} = '${value}' WHERE ${name} IS NOT NULL`;

      expect(await refusal(change)).toMatch(NOT_A_NUMBER);
    },
  );
});

describe('the ledger', () => {
  const COLUMNS = 'account_id, actor, sequence, kind, amount, balance_after, reference, order_id';
  const entry = (values: string): string =>
    `INSERT INTO ledger_entries (${COLUMNS}, note) VALUES (1, 'test', ${values}, $$x$$)`;
  const unexplained = (values: string): string =>
    `INSERT INTO ledger_entries (${COLUMNS}) VALUES (1, 'test', ${values})`;

  it('takes many reversals of an order', async () => {
    const [first, second] = [
      `2, 'reversal', 1, 11, 'r-1', 'ID_1'`,
      `3, 'reversal', 1, 12, 'r-2', 'ID_1'`,
    ];
    expect(await refusal(`${entry(first)}; ${entry(second)}`)).toBe('accepted');
  });

  it.each([
    ['an adjustment', `2, 'adjustment', 1, 11, NULL, NULL`, NOT_IN_A_LEDGER],
    ['a reversal', `2, 'reversal', 1, 11, 'r-1', 'ID_1'`, NOT_IN_A_LEDGER],
  ])('refuses %s without a reason', async (_, values, constraint) => {
    expect(await refusal(unexplained(values))).toMatch(constraint);
  });

  it.each([
    'UPDATE ledger_entries SET note = $$x$$',
    'UPDATE ledger_entries SET amount = 1 WHERE false',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'TRUNCATE accounts CASCADE',
    'UPDATE account_events SET order_id = $$x$$',
    'UPDATE account_events SET salts = NULL, commitments = NULL',
    'UPDATE account_events SET salts = sha256($$x$$)',
    'DELETE FROM account_events',
    'TRUNCATE account_events',
  ])('refuses %s', async (sql) => {
    expect(await refusal(sql)).toMatch(/append-only/);
  });

  it('lets the salts of events go', async () => {
    expect(await refusal('UPDATE account_events SET salts = NULL')).toBe('accepted');
  });

  it('refuses to lose its account', async () => {
    expect(await refusal('DELETE FROM accounts WHERE id = 1')).toMatch(/foreign key/);
  });

  it.each([
    [
      'sequence number',
      `2, 'deposit', 1, 11, NULL, NULL`,
      `2, 'deposit', 1, 11, NULL, NULL`,
      /pkey/,
    ],
    [
      'reference',
      `2, 'deposit', 1, 11, 'INV-1', NULL`,
      `3, 'deposit', 1, 12, 'INV-1', NULL`,
      /reference_key/,
    ],
    [
      'refund of an order',
      `2, 'refund', 1, 11, NULL, 'ID_1'`,
      `3, 'refund', 1, 12, NULL, 'ID_1'`,
      /ledger_entries_movement_key/,
    ],
    [
      'debit of an order',
      `2, 'debit', -1, 9, NULL, 'ID_1'`,
      `3, 'debit', -1, 8, NULL, 'ID_1'`,
      /ledger_entries_movement_key/,
    ],
    [
      'reference, for a reversal and a deposit,',
      `2, 'deposit', 1, 11, 'INV-1', NULL`,
      `3, 'reversal', 1, 12, 'INV-1', 'ID_1'`,
      /reference_key/,
    ],
  ])('takes a %s once', async (_, first, second, key) => {
    expect(await refusal(entry(first))).toBe('accepted');
    expect(await refusal(`${entry(first)}; ${entry(second)}`)).toMatch(key);
  });

  it.each([
    ['a debit that adds', `2, 'debit', 1, 11, NULL, 'ID_2'`, NOT_IN_A_LEDGER],
    ['a deposit that takes', `2, 'deposit', -1, 9, NULL, NULL`, NOT_IN_A_LEDGER],
    ['a movement of nothing', `2, 'deposit', 0, 10, NULL, NULL`, NOT_IN_A_LEDGER],
    ['a debit without an order', `2, 'debit', -1, 9, NULL, NULL`, NOT_IN_A_LEDGER],
    ['a deposit with an order', `2, 'deposit', 1, 11, NULL, 'ID_2'`, NOT_IN_A_LEDGER],
    ['an unknown kind', `2, 'gift', 1, 11, NULL, NULL`, NOT_IN_A_LEDGER],
    ['a reversal that takes', `2, 'reversal', -1, 9, 'r-1', 'ID_2'`, NOT_IN_A_LEDGER],
    ['a reversal without an order', `2, 'reversal', 1, 11, 'r-1', NULL`, NOT_IN_A_LEDGER],
    ['a reversal without a reference', `2, 'reversal', 1, 11, NULL, 'ID_2'`, NOT_IN_A_LEDGER],
    ['an entry behind a gap', `3, 'deposit', 1, 11, NULL, NULL`, /no entry before it/],
    [
      'a balance that does not follow',
      `2, 'deposit', 1, 12, NULL, NULL`,
      /10.* plus 1.* is not 12/,
    ],
    ['a first entry with a past', `1, 'deposit', 1, 2, NULL, NULL`, /0 plus 1.* is not 2/],
    ['sequence number 0', `0, 'deposit', 1, 1, NULL, NULL`, NOT_IN_A_LEDGER],
  ])('refuses %s', async (_, values, constraint) => {
    expect(await refusal(entry(values))).toMatch(constraint);
  });
});

describe('what was paid back of an order', () => {
  it.each([
    ['nothing, while it waits', `1, 1, 10, 0, 'wait', NULL`, 'accepted'],
    ['a part', `1, 1, 10, 0.00000001, 'accept', now()`, 'accepted'],
    ['the whole', `1, 1, 10, 10, 'accept', now()`, 'accepted'],
    ['more than the whole', `1, 1, 10, 10.00000001, 'accept', now()`, /refunded_of_accepted/],
    ['less than nothing', `1, 1, 10, -1, 'accept', now()`, /refunded_of_accepted/],
    ['a part, while it waits', `1, 1, 10, 1, 'wait', NULL`, /refunded_of_accepted/],
    ['a part, though it is rejected', `1, 1, 10, 1, 'reject', now()`, /refunded_of_accepted/],
  ])('may be or not: %s', async (_, values, verdict) => {
    const said = expect(await refusal(orderOf(values)));
    if (typeof verdict === 'string') said.toBe(verdict);
    else said.toMatch(verdict);
  });

  it('is nothing for a test order', async () => {
    const values = `1, 1, 10, 1, 'accept', now()`;
    const statement = orderOf(values)
      .replace('status,', 'rehearsal, status,')
      .replace("'accept'", "true, 'accept'");
    expect(await refusal(statement)).toMatch(/refunded_of_accepted/);
  });
});

describe('a balance', () => {
  it.each([
    ['balance = -5', 'accepted'],
    ['balance = -5.00000001', /accounts_balance_within_credit/],
    ['balance = -5, credit_limit = 4.99', /accounts_balance_within_credit/],
    ['credit_limit = -1', /accounts_credit_limit_is_number/],
  ])('may be set to %s: %s', async (change, outcome) => {
    expect(await refusal(`UPDATE accounts SET ${change} WHERE id = 1`)).toMatch(outcome);
  });
});

describe('an order', () => {
  it.each([
    [`status = 'done', decided_at = now()`, /orders_status_known/],
    [`status = 'accept'`, /orders_decided/],
    [`decided_at = now()`, /orders_decided/],
    [`delivered_codes = '{A}'`, /orders_codes_when_accepted/],
    [`quantity = 0`, /orders_quantity_positive/],
    [`total = -1`, /orders_money_is_number/],
    [`order_id = 'ID_0123456789ABCDEF'`, /orders_order_id_form/],
  ])('refuses %s', async (change, constraint) => {
    expect(await refusal(`UPDATE orders SET ${change}`)).toMatch(constraint);
  });
});
