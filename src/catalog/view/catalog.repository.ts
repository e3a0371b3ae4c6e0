import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import {
  CatalogSnapshot,
  type CatalogRows,
  type CategoryRow,
  type ProductRow,
} from './catalog-snapshot.js';
import type { PriceRuleRow, VisibilityRuleRow } from './rules.js';

/** Reads the live catalog: whole, or the slice around one product. */
@Injectable()
export class CatalogRepository {
  constructor(private readonly database: Database) {}

  /** The revision as committed now; it grows with every change of the catalog or of its rules. */
  async revision(): Promise<string> {
    return revisionOf(this.database.manager);
  }

  /** Everything as it was at one moment. */
  loadAll(): Promise<CatalogSnapshot> {
    return this.database.snapshot(async (manager) => {
      const rows: CatalogRows = {
        revision: await revisionOf(manager),
        categories: await manager.query<CategoryRow[]>(CATEGORIES),
        products: await manager.query<ProductRow[]>(PRODUCTS),
        visibilityRules: await manager.query<VisibilityRuleRow[]>(VISIBILITY_RULES),
        priceRules: await manager.query<PriceRuleRow[]>(PRICE_RULES),
      };
      return new CatalogSnapshot(rows);
    });
  }

  /**
   * A product with its categories and the rules on them, in one statement. An order
   * decides on this, never on a cached catalog.
   */
  async loadSlice(productId: number, manager = this.database.manager): Promise<CatalogSnapshot> {
    const rows = await manager.query<[{ slice: CatalogRows }]>(SLICE, [productId]);
    return new CatalogSnapshot(rows[0].slice);
  }
}

async function revisionOf(manager: EntityManager): Promise<string> {
  const rows = await manager.query<{ revision: string }[]>('SELECT revision FROM catalog_revision');
  if (!rows[0]) throw new Error('the catalog revision row is missing');
  return rows[0].revision;
}

const CATEGORY_COLUMNS = 'id, parent_id AS "parentId", name, image, testing_only AS "testingOnly"';
const PRODUCT_COLUMNS = `id, category_id AS "categoryId", name, price::text AS price, available,
  product_type AS "productType", qty_values AS "quantityValues", fields, fulfillment, image`;
const TARGET_COLUMNS = `account_id AS "accountId", group_id AS "groupId",
  category_id AS "categoryId", product_id AS "productId"`;
const VISIBILITY_COLUMNS = `${TARGET_COLUMNS}, visible`;
const PRICE_COLUMNS = `${TARGET_COLUMNS},
  fixed_price::text AS "fixedPrice", percentage::text AS percentage`;

const CATEGORIES = `
  SELECT ${CATEGORY_COLUMNS} FROM categories WHERE deleted_at IS NULL ORDER BY position, id`;
const PRODUCTS = `
  SELECT ${PRODUCT_COLUMNS} FROM products WHERE deleted_at IS NULL ORDER BY position, id`;
const VISIBILITY_RULES = `SELECT ${VISIBILITY_COLUMNS} FROM visibility_rules`;
const PRICE_RULES = `SELECT ${PRICE_COLUMNS} FROM price_rules`;

/** UNION drops repeated rows, so a circle of parents ends too. */
const SLICE = `
  WITH RECURSIVE product AS (
    SELECT * FROM products WHERE id = $1 AND deleted_at IS NULL
  ), path AS (
    SELECT category.* FROM categories category JOIN product ON category.id = product.category_id
    UNION
    SELECT parent.* FROM categories parent JOIN path ON parent.id = path.parent_id
  ), category_rows AS (
    SELECT ${CATEGORY_COLUMNS} FROM path WHERE deleted_at IS NULL
  ), product_rows AS (
    SELECT ${PRODUCT_COLUMNS} FROM product
  ), visibility_rows AS (
    SELECT ${VISIBILITY_COLUMNS} FROM visibility_rules
    WHERE product_id = $1 OR category_id IN (SELECT id FROM path)
  ), price_rows AS (
    SELECT ${PRICE_COLUMNS} FROM price_rules
    WHERE product_id = $1 OR category_id IN (SELECT id FROM path)
      OR (product_id IS NULL AND category_id IS NULL)
  )
  SELECT json_build_object(
    'revision', (SELECT revision::text FROM catalog_revision),
    'categories', coalesce((SELECT json_agg(category_rows) FROM category_rows), '[]'),
    'products', coalesce((SELECT json_agg(product_rows) FROM product_rows), '[]'),
    'visibilityRules', coalesce((SELECT json_agg(visibility_rows) FROM visibility_rows), '[]'),
    'priceRules', coalesce((SELECT json_agg(price_rows) FROM price_rows), '[]')
  ) AS slice`;
