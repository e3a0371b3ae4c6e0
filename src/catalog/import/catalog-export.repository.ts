import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CatalogFileCategory, CatalogFileProduct } from './reading/catalog-file.js';

/** Reads the catalog without deleted items, in the shape of our file format. */
@Injectable()
export class CatalogExportRepository {
  categories(manager: EntityManager): Promise<CatalogFileCategory[]> {
    return manager.query<CatalogFileCategory[]>(
      `${LIVE} SELECT id, parent_id, name, image, position FROM live ORDER BY position, id`,
    );
  }

  /** Prices have the text form of the database. */
  products(manager: EntityManager): Promise<CatalogFileProduct[]> {
    return manager.query<CatalogFileProduct[]>(
      `${LIVE} SELECT id, category_id, name, price::text AS price, available, product_type,
         qty_values, fields, image, position
       FROM products WHERE deleted_at IS NULL AND category_id IN (SELECT id FROM live)
       ORDER BY position, id`,
    );
  }
}

/** Without categories below a deleted one, and without testing categories, which belong to this shop only. */
const LIVE = `
  WITH RECURSIVE live AS (
    SELECT * FROM categories WHERE parent_id IS NULL AND deleted_at IS NULL AND NOT testing_only
    UNION ALL
    SELECT child.* FROM categories child JOIN live ON child.parent_id = live.id
    WHERE child.deleted_at IS NULL AND NOT child.testing_only
  )`;
