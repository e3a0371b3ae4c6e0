import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { ComparedCost, CostRow, CostSource, ProductCost } from './product-cost.js';

/** Selects a part of the products, by id. */
interface CostFilter {
  readonly limit: number;
  /** Only products with a greater id. */
  readonly after?: number | undefined;
  /** Deleted products as well. */
  readonly withDeleted?: boolean | undefined;
}

/** Products whose cost is unknown, of those that were looked at. */
interface UnknownCosts {
  readonly items: readonly ProductCost[];
  /** The id of the last product that was looked at; null if there are no others. */
  readonly examinedTo: number | null;
}

/** How many costs were changed. */
export interface CostChanges {
  readonly set: number;
  /** Costs that are unknown now. */
  readonly removed: number;
  readonly unchanged: number;
}

/** A product of a supplier, with its own id there, and its price there per unit. */
export interface SupplierPrice {
  readonly id: number;
  readonly price: string;
}

/** The costs of products. A product without a row has an unknown cost. */
@Injectable()
export class ProductCostsRepository {
  constructor(private readonly database: Database) {}

  list(filter: CostFilter, manager = this.database.manager): Promise<ProductCost[]> {
    const { limit, after = 0, withDeleted = false } = filter;
    return manager.query<ProductCost[]>(LIST, [after, limit, withDeleted]);
  }

  /** Products whose cost is unknown, at most `limit`, of a bounded number that is looked at. */
  async unknown({ limit, after = 0 }: Omit<CostFilter, 'withDeleted'>): Promise<UnknownCosts> {
    const values = [after, limit, MAX_EXAMINED];
    const rows = await this.database.manager.query<UnknownRow[]>(LIST_UNKNOWN, values);
    const items = rows.flatMap(({ productId, name, price, cost, source, setAt }) =>
      productId === null ? [] : [{ productId, name, price, cost, source, setAt }],
    );
    return { items, examinedTo: rows[0]?.examinedTo ?? null };
  }

  /** The known costs of these products, each beside its price. */
  compared(ids: readonly number[], prices: readonly string[]): Promise<ComparedCost[]> {
    return this.database.manager.query<ComparedCost[]>(COMPARED, [ids, prices]);
  }

  /** The costs of these products by id; those that are unknown are left out. */
  async known(manager: EntityManager, ids: readonly number[]): Promise<Record<string, string>> {
    const rows = await manager.query<{ id: number; cost: string }[]>(KNOWN, [ids]);
    return Object.fromEntries(rows.map(({ id, cost }) => [id, cost]));
  }

  /** Changes of costs are made one after the other, so that they cannot deadlock. Reads are not blocked. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE product_costs IN SHARE ROW EXCLUSIVE MODE');
  }

  /** The products among these that do not exist or are deleted; the first ones by id. */
  async missing(
    manager: EntityManager,
    rows: readonly CostRow[],
    limit: number,
  ): Promise<number[]> {
    const ids = rows.map(({ productId }) => productId);
    const missing = await manager.query<{ id: number }[]>(MISSING, [ids, limit]);
    return missing.map(({ id }) => id);
  }

  /** Writes what differs. @param rows each product once @param withSource where the source alone differs, too */
  async write(
    manager: EntityManager,
    rows: readonly CostRow[],
    source: CostSource,
    { withSource }: { readonly withSource: boolean },
  ): Promise<CostChanges> {
    const parameters = [JSON.stringify(rows), source, withSource];
    const [{ set, removed }] = await manager.query<[Omit<CostChanges, 'unchanged'>]>(
      WRITE,
      parameters,
    );
    return { set, removed, unchanged: rows.length - set - removed };
  }

  /** Takes over the prices of products that are listed from a supplier and bought there, but for those of ours that are held back. */
  async writeSupplierPrices(
    manager: EntityManager,
    supplier: { readonly id: number; readonly name: string },
    prices: readonly SupplierPrice[],
    held: readonly number[],
  ): Promise<void> {
    const parameters = [supplier.id, supplier.name, JSON.stringify(prices), held];
    await manager.query(WRITE_SUPPLIER_PRICES, parameters);
  }
}

/** A row of the statement: a product, or none where no cost is unknown. */
type UnknownRow = Omit<ProductCost, 'productId'> & {
  readonly productId: number | null;
  readonly examinedTo: number | null;
};

/** Products that a page of unknown costs looks at. */
const MAX_EXAMINED = 5_000;

const COLUMNS = `
  product.id AS "productId", name, trim_scale(price)::text AS price,
  trim_scale(unit_cost)::text AS cost, source, set_at AS "setAt"`;

/** $1: only products with a greater id; $2: most items; $3: most products that are looked at. */
const LIST_UNKNOWN = `
  WITH examined AS MATERIALIZED (
    SELECT id, name, price, deleted_at FROM products WHERE id > $1 ORDER BY id LIMIT $3
  )
  SELECT found.*, CASE WHEN ends.count = $3 THEN ends.id END AS "examinedTo"
  FROM (SELECT count(*), max(id) AS id FROM examined) ends LEFT JOIN LATERAL (
    SELECT ${COLUMNS}
    FROM examined product LEFT JOIN LATERAL (
      SELECT * FROM product_costs WHERE product_id = product.id LIMIT 1
    ) known ON true
    WHERE deleted_at IS NULL AND unit_cost IS NULL
    ORDER BY product.id LIMIT $2
  ) found ON true
  ORDER BY "productId"`;

const LIST = `
  SELECT ${COLUMNS}
  FROM products product LEFT JOIN LATERAL (
    -- The limit has each cost looked up, where all costs before the page could be read else.
    SELECT * FROM product_costs WHERE product_id = product.id LIMIT 1
  ) known ON true
  WHERE product.id > $1 AND ($3::boolean OR deleted_at IS NULL)
  ORDER BY product.id LIMIT $2`;

const COMPARED = `
  SELECT product_id AS "productId", trim_scale(unit_cost)::text AS cost,
         price < unit_cost AS "isBelow"
  FROM unnest($1::integer[], $2::numeric[]) AS priced (id, price)
  JOIN product_costs ON product_costs.product_id = priced.id`;

const KNOWN = `
  SELECT product_id AS id, trim_scale(unit_cost)::text AS cost FROM product_costs
  WHERE product_id = ANY ($1::integer[]) ORDER BY product_id`;

const MISSING = `
  SELECT id FROM unnest($1::integer[]) AS named (id)
  WHERE NOT EXISTS (SELECT FROM products WHERE products.id = named.id AND deleted_at IS NULL)
  ORDER BY id LIMIT $2`;

/** $3: also writes a cost that stays the same, if its source differs; else it keeps its source and its time. */
const WRITE = `
  WITH named AS (
    SELECT "productId" AS product_id, cost
    FROM json_to_recordset($1::json) AS one ("productId" integer, cost numeric)
  ), written AS (
    INSERT INTO product_costs AS known (product_id, unit_cost, source)
    SELECT product_id, cost, $2 FROM named WHERE cost IS NOT NULL ORDER BY product_id
    ON CONFLICT (product_id) DO UPDATE
      SET unit_cost = excluded.unit_cost, source = excluded.source, set_at = excluded.set_at
      WHERE known.unit_cost <> excluded.unit_cost
        OR ($3::boolean AND known.source <> excluded.source)
    RETURNING 1
  ), removed AS (
    DELETE FROM product_costs USING named
    WHERE product_costs.product_id = named.product_id AND named.cost IS NULL
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM written)::integer AS set,
         (SELECT count(*) FROM removed)::integer AS removed`;

/** $1, $2: id and name of the supplier; $3: its prices as a JSON list; $4: products of ours that are left out. A cost that others have set stays. */
const WRITE_SUPPLIER_PRICES = `
  INSERT INTO product_costs AS known (product_id, unit_cost, source)
  SELECT DISTINCT ON (products.id) products.id, theirs.price, 'supplier'
  FROM json_to_recordset($3::json) AS theirs (id integer, price numeric)
  JOIN supplier_products link ON link.supplier_id = $1 AND link.supplier_product = theirs.id
  JOIN products ON products.id = link.product_id
  WHERE NOT products.id = ANY ($4::integer[]) AND EXISTS (
    SELECT FROM json_array_elements(products.fulfillment) named (step)
    WHERE named.step ->> 'handler' = 'upstream' AND named.step -> 'settings' ->> 'supplier' = $2
      AND named.step -> 'settings' ->> 'product' = theirs.id::text)
  ORDER BY products.id, theirs.id
  ON CONFLICT (product_id) DO UPDATE
    SET unit_cost = excluded.unit_cost, set_at = excluded.set_at
    WHERE known.source = 'supplier' AND known.unit_cost <> excluded.unit_cost`;
