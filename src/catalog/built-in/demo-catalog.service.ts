import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { Product } from '../product.entity.js';

interface NamedProduct {
  readonly id: number;
  readonly name: string;
}

/** The categories and products of the demo shop. */
@Injectable()
export class DemoCatalogService {
  constructor(private readonly database: Database) {}

  /** True if the shop has no category, not even a deleted one. */
  async isCatalogEmpty(): Promise<boolean> {
    return !(await this.database.manager.existsBy(Category, {}));
  }

  async exists(): Promise<boolean> {
    const { manager } = this.database;
    return (
      (await manager.existsBy(Product, { demo: true })) ||
      (await manager.existsBy(Category, { demo: true }))
    );
  }

  /**
   * Deletes the rows, so that their ids are free for the real catalog. A product that has another name by now was made into
   * one of the operator's, by a file or by hand: it becomes real, and so does a demo category that contains a real product
   * or category.
   * @param products the products of the demo shop, as they were made.
   */
  async remove(products: readonly NamedProduct[]): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(KEEP_RENAMED, [JSON.stringify(products)]);
      await manager.delete(Product, { demo: true });
      await manager.query(KEEP_USED_CATEGORIES);
      await manager.delete(Category, { demo: true });
    });
  }
}

/** $1: products as a JSON list. */
const KEEP_RENAMED = `
  UPDATE products SET demo = false WHERE demo AND NOT EXISTS (
    SELECT FROM json_to_recordset($1::json) AS made (id integer, name text)
    WHERE made.id = products.id AND made.name = products.name)`;

/** A category is in use if it, or a category below it, contains a product. */
const KEEP_USED_CATEGORIES = `
  WITH RECURSIVE used AS (
    SELECT id, parent_id FROM categories
    WHERE NOT demo OR id IN (SELECT category_id FROM products)
    UNION
    SELECT parent.id, parent.parent_id FROM categories parent JOIN used ON parent.id = used.parent_id
  )
  UPDATE categories SET demo = false WHERE demo AND id IN (SELECT id FROM used)`;
