interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Purchases that are made again, since their supplier has forgotten them. Servers of the release before go on with the key that
 * the attempt has.
 */
export class ReplacedPurchases1795200000053 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE replaced_purchases');
    await runner.query(
      'ALTER TABLE supplier_attempts DROP COLUMN generation, DROP COLUMN forgotten_at',
    );
  }
}

const UP = `
  -- The key of a purchase is derived from its order and this number, which grows each time that it is made again.
  ALTER TABLE supplier_attempts
    ADD COLUMN generation integer NOT NULL DEFAULT 0,
    -- Since when the supplier does not know the order that it once had; null while it knows it.
    ADD COLUMN forgotten_at timestamptz;

  -- What the attempt of each generation was before the next one took its place.
  CREATE TABLE replaced_purchases (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    supplier_id integer NOT NULL,
    supplier_product integer NOT NULL,
    generation integer NOT NULL,
    attempt_uuid uuid NOT NULL,
    sends integer NOT NULL,
    sent_at timestamptz,
    supplier_order_id text,
    cost numeric(28,8),
    created_at timestamptz NOT NULL,
    forgotten_at timestamptz,
    -- Why no order comes into being under its key any more.
    why text NOT NULL,
    actor text NOT NULL,
    replaced_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id, supplier_id, supplier_product, generation),
    FOREIGN KEY (account_id, order_id, supplier_id, supplier_product) REFERENCES supplier_attempts,
    CONSTRAINT replaced_purchases_cost_is_number CHECK (cost <> 'NaN'),
    CONSTRAINT replaced_purchases_why CHECK (why IN ('sealed', 'not known', 'made again'))
  );
`;
