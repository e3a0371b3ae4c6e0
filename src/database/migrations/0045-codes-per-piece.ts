interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * How many codes handlers may deliver for one piece of a product. As many as a product has delivered before are still taken: the
 * migration has no secret key, so it takes as many as the length of what was stored can hold, which may be more. Servers of
 * the previous release ignore the columns.
 */
export class CodesPerPiece1795200000045 {
  /** All orders are read, which takes its time in a large shop. */
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(RAISE);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(
      'ALTER TABLE products DROP COLUMN codes_per_piece, DROP COLUMN delivers_codes',
    );
  }
}

const COLUMNS = `
  ALTER TABLE products
  ADD COLUMN IF NOT EXISTS codes_per_piece integer NOT NULL DEFAULT 20 CHECK (codes_per_piece BETWEEN 20 AND 1000),
  -- Whether each piece is a code, as an order has shown or the operator has said; null while nobody knows.
  ADD COLUMN IF NOT EXISTS delivers_codes boolean`;

/**
 * Encrypted codes are a JSON list behind a head of 33 bytes; the shortest code takes four bytes there. Orders and readers go
 * on meanwhile; an import, which locks the products, is refused as long as the orders are read, and begins again.
 */
const RAISE = `
  UPDATE products SET codes_per_piece = least(codes, 1000)
  FROM (
    SELECT product_id, max(ceil(
      coalesce(cardinality(delivered_codes), (octet_length(sealed_codes) - 33) / 4.0) / greatest(ceil(quantity), 1)
    )) AS codes
    FROM orders WHERE num_nonnulls(delivered_codes, sealed_codes) > 0 GROUP BY product_id
  ) delivered
  WHERE products.id = product_id AND codes > codes_per_piece`;
