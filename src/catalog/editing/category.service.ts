import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { ConflictError, MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { lockCatalog } from '../import/catalog-lock.js';
import { circlesIn, levelsOf } from '../import/reading/category-levels.js';
import { DEEPEST_LEVEL } from '../import/reading/reading-bounds.js';
import { itemName } from '../item-name.js';

/** The id of a category that is not created yet; no category has it. */
const NEW = 0;

/** What is left out stays. */
export interface CategoryChange {
  readonly name?: string;
  /** Null for the root. */
  readonly parentId?: number | null;
  /** As in a catalog file; null for the placeholder. */
  readonly image?: string | null;
}

/** Single categories, as the operator manages them. */
@Injectable()
export class CategoryService {
  constructor(private readonly database: Database) {}

  /** At most `limit` categories with a greater id than `after`, by id. */
  page(after: number, limit: number): Promise<Category[]> {
    return this.database.manager.find(Category, {
      where: { id: MoreThan(after), deletedAt: IsNull() },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** @throws MissingError */
  get(id: number): Promise<Category> {
    return find(this.database.manager, id);
  }

  /**
   * Creates a category behind its siblings, in the caller's transaction.
   * @param parentId null for a root category
   * @throws MissingError; OperatorError
   */
  async create(manager: EntityManager, name: string, parentId: number | null): Promise<Category> {
    await lockCatalog(manager);
    await assertTree(manager, NEW, parentId);
    const place = await placeIn(manager, parentId);
    const row = { name: itemName(name), ...place };
    const { identifiers } = await manager.insert(Category, row);
    const id = Number(identifiers[0]?.id);
    return find(manager, id);
  }

  /** The category, which nobody else changes until the transaction ends: imports and other changes of categories wait. @throws MissingError */
  async locked(manager: EntityManager, id: number): Promise<Category> {
    await lockCatalog(manager);
    return find(manager, id);
  }

  /**
   * Renames a category, or moves it with all below it behind its new siblings, in the caller's transaction. Others wait, so
   * the tree that was checked is the one that is committed.
   * @throws MissingError; ConflictError if the tree would have a circle or be too deep; OperatorError
   */
  async change(
    manager: EntityManager,
    id: number,
    { name, parentId, image }: CategoryChange,
  ): Promise<void> {
    await this.locked(manager, id);
    if (name !== undefined) {
      await manager.update(Category, { id }, { name: itemName(name) });
    }
    if (image !== undefined) await manager.update(Category, { id }, { image });
    if (parentId !== undefined) {
      await assertTree(manager, id, parentId);
      await manager.update(Category, { id }, await placeIn(manager, parentId));
    }
  }
}

async function placeIn(manager: EntityManager, parentId: number | null) {
  if (parentId !== null) await find(manager, parentId);
  const siblings = { parentId: parentId ?? IsNull() };
  const last = await manager.maximum(Category, 'position', siblings);
  return { parentId, position: (last ?? 0) + 1 };
}

async function find(manager: EntityManager, id: number): Promise<Category> {
  const category = await manager.findOneBy(Category, { id, deletedAt: IsNull() });
  if (category) return category;
  throw new MissingError(...sentence('category.unknown', { id }));
}

/** Checks the tree as it will be with the category below its new parent. @throws ConflictError */
async function assertTree(
  manager: EntityManager,
  id: number,
  parentId: number | null,
): Promise<void> {
  const rows = await manager.find(Category, { select: { id: true, parentId: true } });
  const others = rows.filter((row) => row.id !== id);
  const tree = [
    ...others.map((row) => ({ id: row.id, parent_id: row.parentId })),
    { id, parent_id: parentId },
  ];
  if (circlesIn(tree).size > 0) {
    throw new ConflictError(...sentence('category.inside-itself'));
  }
  if ([...levelsOf(tree).values()].some((level) => level > DEEPEST_LEVEL)) {
    throw new ConflictError(...sentence('category.too-deep', { levels: DEEPEST_LEVEL }));
  }
}
