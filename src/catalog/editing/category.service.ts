import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { Category } from '../category.entity.js';
import { lockCatalog } from '../import/catalog-lock.js';
import { circlesIn, levelsOf } from '../import/reading/category-levels.js';
import { DEEPEST_LEVEL } from '../import/reading/reading-bounds.js';
import { itemName } from '../item-name.js';

/** The id of a category that is not created yet; no category has it. */
const NEW = 0;

/** Single categories, as the operator manages them. */
@Injectable()
export class CategoryService {
  constructor(private readonly database: Database) {}

  /** Creates a category behind its siblings. @param parentId null for a root category @throws OperatorError */
  create(name: string, parentId: number | null): Promise<Category> {
    return this.locked(async (manager) => {
      await assertTree(manager, NEW, parentId);
      const place = await placeIn(manager, parentId);
      const row = { name: itemName(name, 'category'), ...place };
      const { identifiers } = await manager.insert(Category, row);
      const id = Number(identifiers[0]?.id);
      return find(manager, id);
    });
  }

  /** @throws OperatorError */
  rename(id: number, name: string): Promise<Category> {
    return this.locked(async (manager) => {
      await find(manager, id);
      await manager.update(Category, { id }, { name: itemName(name, 'category') });
      return find(manager, id);
    });
  }

  /** Moves a category with all below it behind its new siblings. @param parentId null for the root @throws OperatorError */
  move(id: number, parentId: number | null): Promise<Category> {
    return this.locked(async (manager) => {
      await find(manager, id);
      await assertTree(manager, id, parentId);
      await manager.update(Category, { id }, await placeIn(manager, parentId));
      return find(manager, id);
    });
  }

  /** Imports and other changes of categories wait, so the tree that was checked is the one that is committed. */
  private locked<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await lockCatalog(manager);
      return work(manager);
    });
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
  throw new OperatorError(`There is no category ${id}; see "souk catalog show".`);
}

/** Checks the tree as it will be with the category below its new parent. @throws OperatorError */
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
    throw new OperatorError(`Category ${id} cannot be moved into itself or below itself.`);
  }
  if ([...levelsOf(tree).values()].some((level) => level > DEEPEST_LEVEL)) {
    throw new OperatorError(`Categories may stand ${DEEPEST_LEVEL} levels deep at most.`);
  }
}
