interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * What products and orders cost the shop, in tables of their own: a cost that changes must not raise the catalog revision,
 * and no route of resellers reads these tables.
 */
export class Costs1795200000032 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(PRODUCT_COSTS);
    await runner.query(ORDER_COSTS);
    // USD that the code was bought for; null if it is unknown.
    await runner.query('ALTER TABLE stock_codes ADD COLUMN IF NOT EXISTS cost numeric(38,18)');
    await runner.query(`
      ALTER TABLE stock_codes
        DROP CONSTRAINT IF EXISTS stock_codes_cost_is_number,
        ADD CONSTRAINT stock_codes_cost_is_number CHECK (cost <> 'NaN' AND cost >= 0) NOT VALID`);
    await runner.query('ALTER TABLE stock_codes VALIDATE CONSTRAINT stock_codes_cost_is_number');
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('ALTER TABLE stock_codes DROP COLUMN cost');
    await runner.query('DROP TABLE order_costs');
    await runner.query('DROP TABLE product_costs');
  }
}

const PRODUCT_COSTS = `
  CREATE TABLE IF NOT EXISTS product_costs (
    -- A product without a row has an unknown cost.
    product_id integer PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    -- USD per unit.
    unit_cost numeric(38,18) NOT NULL,
    source text NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT product_costs_unit_cost_is_number CHECK (unit_cost <> 'NaN' AND unit_cost >= 0),
    CONSTRAINT product_costs_source_known CHECK (source IN ('manual', 'import', 'supplier'))
  )`;

const ORDER_COSTS = `
  CREATE TABLE IF NOT EXISTS order_costs (
    -- An accepted order. No foreign key, since an order that is delivered at once is inserted after its cost.
    account_id integer NOT NULL,
    order_id text NOT NULL,
    -- USD for the whole order; null if it is unknown.
    cost numeric(28,8),
    -- What the cost was taken from.
    source text NOT NULL,
    -- Where the order was bought; null if it was not bought for this order.
    supplier_id integer REFERENCES suppliers (id),
    recorded_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, order_id),
    CONSTRAINT order_costs_cost_is_number CHECK (cost <> 'NaN' AND cost >= 0),
    CONSTRAINT order_costs_source_known CHECK (source IN ('supplier', 'codes', 'product', 'unknown')),
    CONSTRAINT order_costs_unknown_has_none CHECK ((source = 'unknown') = (cost IS NULL))
  )`;
