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
  async pathTo(id: number): Promise<readonly CategoryAbove[]> {
    return (await this.pathsTo([id])).get(id) ?? [];
  }

  /** The same of several categories, by their ids; those that there are not are left out. */
  async pathsTo(ids: readonly number[]): Promise<ReadonlyMap<number, readonly CategoryAbove[]>> {
    const rows = await this.database.manager.query<PathRow[]>(PATHS, [ids, DEEPEST_LEVEL]);
    return new Map(rows.map(({ of, path }) => [of, path]));
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

interface PathRow {
  readonly of: number;
  readonly path: readonly CategoryAbove[];
}

/** $1: the categories; $2: most levels, so that a circle in the table ends. */
const PATHS = `
  WITH RECURSIVE path AS (
    SELECT id AS of, id, parent_id, name, 1 AS level FROM categories
    WHERE id = ANY ($1::integer[]) AND deleted_at IS NULL
    UNION ALL
    SELECT path.of, above.id, above.parent_id, above.name, path.level + 1
    FROM categories above JOIN path ON above.id = path.parent_id
    WHERE above.deleted_at IS NULL AND path.level < $2
  )
  SELECT of, json_agg(json_build_object('id', id, 'name', name) ORDER BY level DESC) AS path
  FROM path GROUP BY of`;
