interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The journal of refused orders. */
export class OrderRefusals1795200000031 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- Requests of newOrder that were refused, of the last 30 days. It references nothing, since a reference would lock the
  -- row of the account, on which orders wait.
  CREATE TABLE order_refusals (
    -- Made by the server when it refused the request, so that a batch whose outcome is unknown can be written again.
    id uuid PRIMARY KEY,
    at timestamptz NOT NULL,
    account_id integer NOT NULL,
    -- The normal form of the key. Null if it was missing or malformed.
    order_uuid text,
    -- As requested; there may be no such product. Null if it was no id.
    product_id integer,
    -- Of the wire.
    code smallint NOT NULL,
    -- The message on the wire.
    reason text NOT NULL,
    address inet,
    request_id text NOT NULL
  );
  CREATE INDEX order_refusals_by_time ON order_refusals (at, id);
  CREATE INDEX order_refusals_by_key ON order_refusals (order_uuid, at, id) WHERE order_uuid IS NOT NULL;
  CREATE INDEX order_refusals_by_account ON order_refusals (account_id, at, id);
  CREATE INDEX order_refusals_by_product ON order_refusals (product_id, at, id) WHERE product_id IS NOT NULL;
  CREATE INDEX order_refusals_by_code ON order_refusals (code, at, id);
`;

const DOWN = `
  DROP TABLE order_refusals;
`;
