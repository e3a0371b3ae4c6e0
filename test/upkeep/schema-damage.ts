/** Damage by the owner of the tables, what doctor finds, and part of what it says to do. */
export const DAMAGE: readonly (readonly [
  statements: readonly string[],
  found: string,
  todo: string,
])[] = [
  [
    ['ALTER TABLE order_keys DROP CONSTRAINT order_keys_pkey'],
    'the primary key order_keys_pkey of order_keys is missing',
    'ADD CONSTRAINT order_keys_pkey PRIMARY KEY (order_uuid, account_id)',
  ],
  [
    ['ALTER TABLE stock_codes DROP CONSTRAINT stock_codes_code_hash_key'],
    'the unique key stock_codes_code_hash_key of stock_codes is missing',
    'ADD CONSTRAINT stock_codes_code_hash_key UNIQUE (code_hash)',
  ],
  [
    ['ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only'],
    'the trigger ledger_entries_append_only of ledger_entries is disabled',
    'ENABLE TRIGGER ledger_entries_append_only',
  ],
  [
    ['DROP TRIGGER ledger_entries_chain ON ledger_entries'],
    'the trigger ledger_entries_chain of ledger_entries is missing',
    'CREATE TRIGGER ledger_entries_chain BEFORE INSERT',
  ],
  [
    ['DROP TRIGGER products_note_update ON products'],
    'the trigger products_note_update of products is missing',
    'CREATE TRIGGER products_note_update AFTER UPDATE',
  ],
  [
    ['ALTER TABLE access_tokens DISABLE TRIGGER USER'],
    'the trigger access_tokens_note_update of access_tokens is disabled',
    'ENABLE TRIGGER access_tokens_note_update',
  ],
  [
    ['ALTER TABLE accounts DROP CONSTRAINT accounts_balance_within_credit'],
    'the check accounts_balance_within_credit of accounts is missing',
    'CHECK (((balance + credit_limit) >= (0)::numeric))',
  ],
  [
    [
      'ALTER TABLE orders DROP CONSTRAINT orders_money_is_number',
      'ALTER TABLE orders ADD CONSTRAINT orders_money_is_number CHECK (total <> 7)',
    ],
    'the check orders_money_is_number of orders is another one',
    'DROP CONSTRAINT orders_money_is_number; ALTER TABLE orders ADD',
  ],
  [
    ['ALTER TABLE fulfillments DROP CONSTRAINT fulfillments_account_id_order_id_fkey'],
    'the foreign key fulfillments_account_id_order_id_fkey of fulfillments is missing',
    'FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, order_id)',
  ],
  [
    [
      'ALTER TABLE order_keys DROP CONSTRAINT order_keys_account_id_fkey',
      `ALTER TABLE order_keys ADD CONSTRAINT order_keys_account_id_fkey
         FOREIGN KEY (account_id) REFERENCES accounts NOT VALID`,
    ],
    'the foreign key order_keys_account_id_fkey of order_keys was never validated',
    'VALIDATE CONSTRAINT order_keys_account_id_fkey',
  ],
  [
    ['DROP INDEX orders_account_time_idx'],
    'the index orders_account_time_idx of orders is missing',
    'CREATE INDEX orders_account_time_idx ON public.orders USING btree (account_id, created_at)',
  ],
  [
    [
      'DROP INDEX access_tokens_pending_key',
      "INSERT INTO accounts (id, name) VALUES (700, 'Acme')",
      `INSERT INTO access_tokens (account_id, token_hash, family_id, pending)
         VALUES (700, sha256('a'), 7, true), (700, sha256('b'), 7, true)`,
      // It fails, and leaves an index that PostgreSQL does not use.
      'CREATE UNIQUE INDEX CONCURRENTLY access_tokens_pending_key ON access_tokens (family_id) WHERE pending',
    ],
    'the index access_tokens_pending_key of access_tokens is invalid',
    'REINDEX INDEX CONCURRENTLY access_tokens_pending_key',
  ],
  [
    [
      `CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RETURN NULL; END $$`,
    ],
    'the function refuse_ledger_change() is another one',
    "object ->> 'name' = 'refuse_ledger_change()'",
  ],
  [
    [
      `REVOKE INSERT ON orders FROM "${new URL(process.env.SOUK_TEST_APPLICATION ?? 'x:').username}"`,
    ],
    'the role of DATABASE_URL may not INSERT in the table orders',
    'souk migrate',
  ],
  [
    ['ALTER TABLE orders ALTER COLUMN total DROP NOT NULL'],
    'the column total of orders is no longer NOT NULL',
    'ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
  ],
  [
    ['ALTER TABLE suppliers ALTER COLUMN low_balance TYPE real'],
    'the column low_balance of suppliers is another one',
    'ALTER COLUMN low_balance TYPE numeric(28,8)',
  ],
  [
    ['ALTER TABLE operator_filters DROP COLUMN query'],
    'the column query of operator_filters is missing',
    'restore the last good backup',
  ],
  [
    ['DROP INDEX pgboss.souk_due_jobs'],
    'the index pgboss.souk_due_jobs of pgboss.job_common is missing',
    'ON pgboss.job_common USING btree',
  ],
  [
    ['ALTER TABLE pgboss.queue ALTER COLUMN retry_limit DROP NOT NULL'],
    'the column retry_limit of pgboss.queue is no longer NOT NULL',
    'ALTER TABLE pgboss.queue ALTER COLUMN retry_limit SET NOT NULL',
  ],
  [
    ['ALTER TABLE extension_faults RENAME TO lost'],
    'the table extension_faults is missing',
    'restore the last good backup',
  ],
];
