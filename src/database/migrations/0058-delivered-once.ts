interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * What was delivered to which order, so that one code, or one order of a supplier, reaches one order. Older deliveries are not
 * filled in. Servers of the release before write nothing here.
 */
export class DeliveredOnce1795200000058 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(
      'DROP TABLE repeated_deliveries, delivered_supplier_orders, delivered_codes',
    );
  }
}

const UP = `
  -- Codes that suppliers and handlers have delivered, and operators; those out of stock stand in stock_codes. Nothing
  -- references the orders, since a handler may deliver before the row of its order is written.
  CREATE TABLE delivered_codes (
    -- HMAC-SHA-256 under a key that is derived from the secret key; a code has a row for each key that there was.
    code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
    -- The id of the secret key.
    key_id bytea NOT NULL CHECK (octet_length(key_id) = 4),
    account_id integer NOT NULL,
    order_id text NOT NULL
  );

  CREATE TABLE delivered_supplier_orders (
    supplier_id integer NOT NULL,
    supplier_order_id text NOT NULL,
    account_id integer NOT NULL,
    order_id text NOT NULL,
    PRIMARY KEY (supplier_id, supplier_order_id)
  );

  -- What was delivered for an order although another one has it, so that it is held back until an operator decides.
  CREATE TABLE repeated_deliveries (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    what text NOT NULL CONSTRAINT repeated_deliveries_what CHECK (what IN ('code', 'supplier order', 'stock')),
    -- The order that has it; null for a code of our stock that no order has.
    other_order_id text,
    -- The codes of the delivery; null if it has none.
    sealed_codes bytea,
    held_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id)
  );
`;
