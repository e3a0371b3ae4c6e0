interface Runner {
  query(sql: string): Promise<unknown>;
}

/** How orders are delivered; keys that are sealed; rehearsals for the authors of client programs. */
export class Delivery1795200000006 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- The handlers that deliver a product's orders, in their order: [{"handler": "codes", "settings": {}}, …].
  -- None: the operator does.
  ALTER TABLE products ADD COLUMN fulfillment json NOT NULL DEFAULT '[]';

  -- Accounts under test see categories that nobody else sees, and what they order there moves no money.
  ALTER TABLE accounts ADD COLUMN testing boolean NOT NULL DEFAULT false;
  ALTER TABLE categories ADD COLUMN testing_only boolean NOT NULL DEFAULT false;
  ALTER TABLE orders ADD COLUMN rehearsal boolean NOT NULL DEFAULT false;

  -- The shops this order has passed through before it came here, as their ids, to find a circle of suppliers.
  ALTER TABLE orders ADD COLUMN via text[] NOT NULL DEFAULT '{}';

  -- A sealed key is one without an order, for ever.
  ALTER TABLE order_keys
    ALTER COLUMN order_id DROP NOT NULL,
    ADD COLUMN sealed_at timestamptz,
    ADD CONSTRAINT order_keys_order_or_sealed CHECK ((order_id IS NULL) = (sealed_at IS NOT NULL));

  -- How far the delivery of a waiting order has come.
  CREATE TABLE fulfillments (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    -- The product's handlers as they were when the order was placed.
    steps json NOT NULL,
    -- Which of them is at work, counted from 0.
    step integer NOT NULL DEFAULT 0,
    -- How often the present handler was asked in vain, for the pause before the next time.
    tries integer NOT NULL DEFAULT 0,
    -- When a job is to look at it again; null while it waits for the operator, or is closed.
    due_at timestamptz,
    closed boolean NOT NULL DEFAULT false,
    -- What the handler said last, for the operator.
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
