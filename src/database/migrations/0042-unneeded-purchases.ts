interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Purchases whose order an operator has closed before the supplier had decided. */
export class UnneededPurchases1795200000042 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE unneeded_purchases');
  }
}

const UP = `
  -- A row is written with the decision, and followed up until the supplier has decided. What was charged stands with the
  -- attempt. Servers of the release before write none.
  CREATE TABLE unneeded_purchases (
    account_id integer NOT NULL,
    order_id text NOT NULL,
    supplier_id integer NOT NULL,
    supplier_product integer NOT NULL,
    closed_at timestamptz NOT NULL DEFAULT now(),
    -- When the supplier is asked again; null once it has decided.
    due_at timestamptz DEFAULT now(),
    -- What the supplier has said last, for the operator.
    note text NOT NULL DEFAULT '',
    -- True if the supplier has delivered, so that its charge is lost; null while that is not known.
    bought boolean,
    settled_at timestamptz,
    PRIMARY KEY (account_id, order_id),
    FOREIGN KEY (account_id, order_id, supplier_id, supplier_product) REFERENCES supplier_attempts,
    CONSTRAINT unneeded_purchases_settled
      CHECK ((bought IS NULL) = (settled_at IS NULL) AND (due_at IS NULL) = (settled_at IS NOT NULL))
  );
  CREATE INDEX unneeded_purchases_due ON unneeded_purchases (due_at) WHERE settled_at IS NULL;
  CREATE INDEX unneeded_purchases_bought ON unneeded_purchases (settled_at) WHERE bought;
`;
