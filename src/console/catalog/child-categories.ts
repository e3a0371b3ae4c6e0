import type { Category } from '../../catalog/category.entity.js';
import type { CategoryTree, SiblingPlace } from '../../catalog/editing/category-tree.service.js';
import { CATEGORY_SHAPE, type CategoryDto } from '../../operations/catalog/category.operations.js';
import {
  idKey,
  pageOf,
  type ItemsPage,
  type PagedList,
  type PageQuery,
} from '../../operations/lists/page.js';

const POSITION = /^-?\d{1,10}$/;
/** The largest integer of the database. */
const MAX_POSITION = 2_147_483_647;

/** Categories below a category, or with null the root categories, in their order. */
export function childCategoryPage(
  tree: CategoryTree,
  parentId: number | null,
  query: PageQuery,
): Promise<ItemsPage<CategoryDto>> {
  const list: PagedList<Category, SiblingPlace> = {
    name: 'child-categories',
    read: (after, limit) => tree.children(parentId, after, limit),
    keyOf: ({ position, id }) => [String(position), String(id)],
    parseKey: siblingPlace,
  };
  return pageOf(list, query, (category) => CATEGORY_SHAPE.of(category));
}

function siblingPlace([positionText = '', idText = '']: readonly string[]):
  SiblingPlace | undefined {
  const id = idKey([idText]);
  const position = POSITION.test(positionText) ? Number(positionText) : undefined;
  if (position === undefined || Math.abs(position) > MAX_POSITION || id === undefined) {
    return undefined;
  }
  return { position, id };
}
