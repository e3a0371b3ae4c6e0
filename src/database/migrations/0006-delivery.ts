interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Fulfillment of orders; sealed idempotency keys; test orders for the authors of client programs. */
export class Delivery1795200000006 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- The handlers that fulfill a product's orders, in this order: [{"handler": "codes", "settings": {}}, …].
  -- Without any, the operator fulfills them.
  ALTER TABLE products ADD COLUMN fulfillment json NOT NULL DEFAULT '[]';

  -- Only testing accounts see testing categories, and their orders there move no money.
  ALTER TABLE accounts ADD COLUMN testing boolean NOT NULL DEFAULT false;
  ALTER TABLE categories ADD COLUMN testing_only boolean NOT NULL DEFAULT false;
  ALTER TABLE orders ADD COLUMN rehearsal boolean NOT NULL DEFAULT false;

  -- The ids of the shops that have passed this order on to us, to detect a circle of suppliers.
  ALTER TABLE orders ADD COLUMN via text[] NOT NULL DEFAULT '{}';

  -- A sealed key has no order and can never get one.
  ALTER TABLE order_keys
    ALTER COLUMN order_id DROP NOT NULL,
    ADD COLUMN sealed_at timestamptz,
    ADD CONSTRAINT order_keys_order_or_sealed CHECK ((order_id IS NULL) = (sealed_at IS NOT NULL));

  -- The state of the fulfillment of a waiting order.
  CREATE TABLE fulfillments (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    -- The product's handlers as they were when the order was placed.
    steps json NOT NULL,
    -- The index of the present handler, from 0.
    step integer NOT NULL DEFAULT 0,
    -- How often the present handler was called without a result, for the delay before the next call.
    tries integer NOT NULL DEFAULT 0,
    -- When a job processes it next; null while it waits for the operator, or is closed.
    due_at timestamptz,
    closed boolean NOT NULL DEFAULT false,
    -- The last message of the handler, for the operator.
    note text NOT NULL DEFAULT '',
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id),
    FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, order_id),
    CONSTRAINT fulfillments_step_positive CHECK (step >= 0 AND tries >= 0)
  );
  CREATE INDEX fulfillments_due_idx ON fulfillments (due_at) WHERE NOT closed;
`;

const DOWN = `
  DROP TABLE fulfillments;
  DELETE FROM order_keys WHERE order_id IS NULL;
  ALTER TABLE order_keys DROP COLUMN sealed_at, ALTER COLUMN order_id SET NOT NULL;
  ALTER TABLE orders DROP COLUMN via, DROP COLUMN rehearsal;
  ALTER TABLE categories DROP COLUMN testing_only;
  ALTER TABLE accounts DROP COLUMN testing;
  ALTER TABLE products DROP COLUMN fulfillment;
`;
