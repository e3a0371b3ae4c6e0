import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogFileCategory, CatalogFileProduct } from '../../catalog/import/catalog-file.js';
import type { CatalogDraft } from '../../catalog/import/reading/draft-builder.js';
import { priceWithPercentage } from '../../common/money.js';
import type { Supplier } from './supplier.entity.js';

/** What a look at a supplier's catalog changed in ours: products, by what happened to them. */
export interface CatalogChanges {
  readonly created: number;
  readonly updated: number;
  readonly gone: number;
  readonly returned: number;
}

/** The listing of a supplier's catalog in ours. All in the caller's transaction. */
@Injectable()
export class SupplierCatalogRepository {
  /** Makes all who change the catalog take turns; reading goes on. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query(
      'LOCK TABLE visibility_rules, products, categories IN SHARE ROW EXCLUSIVE MODE',
    );
  }

  /** How many products of the supplier are listed here, and how many of them it still has. */
  async countListed(
    manager: EntityManager,
    supplierId: number,
    has: readonly number[],
  ): Promise<{ listed: number; kept: number }> {
    const rows = await manager.query<[{ listed: number; kept: number }]>(COUNT_LISTED, [
      supplierId,
      has,
    ]);
    return rows[0];
  }

  async list(
    manager: EntityManager,
    supplier: Supplier,
    draft: CatalogDraft,
  ): Promise<CatalogChanges> {
    const categories = await this.listCategories(manager, supplier, draft.categories);
    const products = draft.products.map((product) => listing(product, supplier, categories));
    await manager.query(STAGE);
    await manager.query(FILL, [JSON.stringify(products)]);
    const returned = await changed(manager, RETURN, [supplier.id]);
    const updated = await changed(manager, UPDATE, [supplier.id]);
    const created = await changed(manager, CREATE, [supplier.id]);
    const gone = await changed(manager, GO, [supplier.id]);
    return { created, updated, gone, returned };
  }

  /** @returns our category for each of theirs. Once listed, a category is the operator's to name and to move. */
  private async listCategories(
    manager: EntityManager,
    { id: supplierId, intoCategory }: Supplier,
    categories: readonly CatalogFileCategory[],
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await manager.query<{ theirs: number; ours: number }[]>(CATEGORIES, [supplierId]);
    const ours = new Map(rows.map((row) => [row.theirs, row.ours]));
    for (const category of parentsFirst(categories)) {
      if (ours.has(category.id)) continue;
      const parent = category.parent_id === null ? intoCategory : ours.get(category.parent_id);
      const [row] = await manager.query<[{ id: number }]>(ADD_CATEGORY, [
        ...[parent ?? null, category.name, category.image, category.position],
        ...[supplierId, category.id],
      ]);
      ours.set(category.id, row.id);
    }
    return ours;
  }
}

/** A staged row: a product of theirs as it is to stand in our catalog. */
function listing(
  { id, category_id: categoryId, price, ...product }: CatalogFileProduct,
  { name, markup }: Supplier,
  categories: ReadonlyMap<number, number>,
) {
  return {
    ...product,
    supplier_product: id,
    category_id: categories.get(categoryId),
    price: priceWithPercentage(price, markup),
    fulfillment: [{ handler: 'upstream', settings: { supplier: name, product: id } }],
  };
}

function parentsFirst(categories: readonly CatalogFileCategory[]): CatalogFileCategory[] {
  const children = Map.groupBy(categories, ({ parent_id: parent }) => parent);
  const sorted: CatalogFileCategory[] = [...(children.get(null) ?? [])];
  for (const category of sorted) sorted.push(...(children.get(category.id) ?? []));
  return sorted;
}

async function changed(
  manager: EntityManager,
  statement: string,
  parameters: readonly unknown[],
): Promise<number> {
  const rows = await manager.query<[{ count: number }]>(statement, [...parameters]);
  return rows[0].count;
}

const COUNT_LISTED = `
  SELECT count(*)::integer AS listed,
         (count(*) FILTER (WHERE supplier_product = ANY ($2::integer[])))::integer AS kept
  FROM supplier_products WHERE supplier_id = $1 AND NOT gone`;

const CATEGORIES = `
  SELECT supplier_category AS theirs, category_id AS ours FROM supplier_categories
  WHERE supplier_id = $1`;

const ADD_CATEGORY = `
  WITH added AS (
    INSERT INTO categories (parent_id, name, image, position) VALUES ($1, $2, $3, $4) RETURNING id
  )
  INSERT INTO supplier_categories (supplier_id, supplier_category, category_id)
  SELECT $5, $6, id FROM added RETURNING category_id AS id`;

const COLUMNS = `supplier_product integer, category_id integer, name text, price numeric(38,18),
  available boolean, product_type text, qty_values json, fields json, image text,
  position integer, fulfillment json`;

const STAGE = `CREATE TEMPORARY TABLE staged_listing (${COLUMNS}) ON COMMIT DROP`;
const FILL = `INSERT INTO staged_listing SELECT * FROM json_to_recordset($1::json) AS row (${COLUMNS})`;

/** What they have again comes back, if it was we who had switched it off. */
const RETURN = `
  WITH returned AS (
    UPDATE supplier_products link SET gone = false FROM staged_listing staged
    WHERE link.supplier_id = $1 AND link.gone AND staged.available
      AND staged.supplier_product = link.supplier_product
    RETURNING link.product_id
  ), switched AS (
    UPDATE products SET available = true FROM returned WHERE id = returned.product_id
    RETURNING id
  )
  SELECT count(*)::integer AS count FROM switched`;

/** Price and what may be ordered follow the supplier; name, image and place are the operator's from then on. */
const UPDATE = `
  WITH changed AS (
    UPDATE products SET price = staged.price, product_type = staged.product_type,
      qty_values = staged.qty_values, fields = staged.fields
    FROM staged_listing staged JOIN supplier_products link
      ON link.supplier_id = $1 AND link.supplier_product = staged.supplier_product
    WHERE products.id = link.product_id AND (
      products.price <> staged.price OR products.product_type <> staged.product_type
      OR products.qty_values::text IS DISTINCT FROM staged.qty_values::text
      OR products.fields::text <> staged.fields::text)
    RETURNING products.id
  )
  SELECT count(*)::integer AS count FROM changed`;

const CREATE = `
  WITH fresh AS (
    SELECT nextval(pg_get_serial_sequence('products', 'id'))::integer AS id, staged.*
    FROM staged_listing staged WHERE NOT EXISTS (
      SELECT FROM supplier_products link
      WHERE link.supplier_id = $1 AND link.supplier_product = staged.supplier_product)
  ), created AS (
    INSERT INTO products (id, category_id, name, price, available, product_type, qty_values, fields,
                          image, position, fulfillment)
    SELECT id, category_id, name, price, available, product_type, qty_values, fields, image, position,
           fulfillment FROM fresh
    RETURNING id
  ), linked AS (
    INSERT INTO supplier_products (supplier_id, supplier_product, product_id)
    SELECT $1, supplier_product, id FROM fresh WHERE id IN (SELECT id FROM created)
    RETURNING 1
  )
  SELECT count(*)::integer AS count FROM linked`;

/** Only what is still on: what the operator switched off is not ours to switch on again later. */
const GO = `
  WITH missing AS (
    SELECT link.product_id FROM supplier_products link JOIN products ON id = link.product_id
    WHERE link.supplier_id = $1 AND NOT link.gone AND products.available AND NOT EXISTS (
      SELECT FROM staged_listing staged
      WHERE staged.supplier_product = link.supplier_product AND staged.available)
  ), switched AS (
    UPDATE products SET available = false FROM missing WHERE id = missing.product_id
  )
  , marked AS (
    UPDATE supplier_products SET gone = true FROM missing
    WHERE supplier_id = $1 AND supplier_products.product_id = missing.product_id RETURNING 1
  )
  SELECT count(*)::integer AS count FROM marked`;
