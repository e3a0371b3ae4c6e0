import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { DEEPEST_LEVEL } from '../import/reading/reading-bounds.js';

/** The place of a category among its siblings. */
export type SiblingPlace = Pick<Category, 'position' | 'id'>;

/** A category above another one. */
export type CategoryAbove = Pick<Category, 'id' | 'name'>;

/** The tree of categories, read a level at a time, so that a catalog of any size can be looked through. */
@Injectable()
export class CategoryTree {
  constructor(private readonly database: Database) {}

  /**
   * At most `limit` categories below a category, in their order.
   * @param parentId null for the root categories.
   * @param after the last one of the page before.
   */
  children(
    parentId: number | null,
    after: SiblingPlace | undefined,
    limit: number,
  ): Promise<Category[]> {
    const siblings = { parentId: parentId ?? IsNull(), deletedAt: IsNull() };
    return this.database.manager.find(Category, {
      where: after ? behind(siblings, after) : siblings,
      order: { position: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  /** A category with those above it, the root category first. Empty if there is none. */
  pathTo(id: number): Promise<CategoryAbove[]> {
    return this.database.manager.query<CategoryAbove[]>(PATH, [id, DEEPEST_LEVEL]);
  }
}

function behind(
  siblings: FindOptionsWhere<Category>,
  { position, id }: SiblingPlace,
): FindOptionsWhere<Category>[] {
  return [
    { ...siblings, position: MoreThan(position) },
    { ...siblings, position, id: MoreThan(id) },
  ];
}

/** $1: the category; $2: most levels, so that a circle in the table ends. */
const PATH = `
  WITH RECURSIVE path AS (
    SELECT id, parent_id, name, 1 AS level FROM categories WHERE id = $1 AND deleted_at IS NULL
    UNION ALL
    SELECT above.id, above.parent_id, above.name, path.level + 1
    FROM categories above JOIN path ON above.id = path.parent_id
    WHERE above.deleted_at IS NULL AND path.level < $2
  )
  SELECT id, name FROM path ORDER BY level DESC`;
