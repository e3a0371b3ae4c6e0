interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Orders. Every primary key begins with the account, so that sharding by account stays possible. */
export class Orders1795200000003 {
  async up(runner: Runner): Promise<void> {
    await runner.query(ORDERS);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE orders, order_keys');
  }
}

const ORDERS = `
  -- The idempotency keys. A request inserts its key before any check, in the transaction that inserts the order.
  -- Another request with the same key waits here, so it never misses an order that is not committed yet.
  CREATE TABLE order_keys (
    account_id integer NOT NULL REFERENCES accounts (id),
    -- The caller's order_uuid, normalized.
    order_uuid text NOT NULL,
    order_id text NOT NULL,
    PRIMARY KEY (account_id, order_uuid)
  );

  CREATE TABLE orders (
    account_id integer NOT NULL REFERENCES accounts (id),
    order_id text NOT NULL,
    order_uuid text NOT NULL,
    -- A copy of the product at that time. No foreign key, since the product may be deleted later.
    product_id integer NOT NULL,
    product_name text NOT NULL,
    unit_price numeric(38,18) NOT NULL,
    quantity numeric(28,6) NOT NULL,
    total numeric(28,8) NOT NULL,
    -- The account fields at that time, their values as sent, and the values by which repeated requests are compared.
    field_schema json NOT NULL,
    sent_fields json NOT NULL,
    fields json NOT NULL,
    -- Other parameters of the request, for the operator only.
    extra_parameters json NOT NULL,
    status text NOT NULL DEFAULT 'wait',
    delivered_codes text[],
    decision_note text NOT NULL DEFAULT '',
    decided_by text,
    decided_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id),
    CONSTRAINT orders_order_id_form CHECK (order_id ~ '^ID_[0-9a-f]{16}$'),
    CONSTRAINT orders_status_known CHECK (status IN ('wait', 'accept', 'reject')),
    CONSTRAINT orders_decided CHECK ((status = 'wait') = (decided_at IS NULL)),
    CONSTRAINT orders_codes_when_accepted CHECK (delivered_codes IS NULL OR status = 'accept'),
    CONSTRAINT orders_money_is_number CHECK (
      unit_price <> 'NaN' AND unit_price >= 0 AND total <> 'NaN' AND total >= 0),
    CONSTRAINT orders_quantity_positive CHECK (quantity <> 'NaN' AND quantity > 0)
  );
  CREATE INDEX orders_order_id_idx ON orders (order_id);
  CREATE INDEX orders_waiting_idx ON orders (created_at) WHERE status = 'wait';
`;
