import type { Category } from '../../catalog/category.entity.js';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { flag, text, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { camelCased } from '../../common/camel-cased.js';
import { IdField, TextField } from '../fields/fields.js';
import { operation, type Target } from '../operation.js';

/** A name that a category can have. */
export const CATEGORY_NAME = { max: 500, min: 1, example: 'PUBG Mobile' };
const PARENT = { optional: true, nullable: true, flag: 'into', nullWord: 'root' } as const;

export class NewCategoryDto {
  @TextField(CATEGORY_NAME)
  name: string;

  @IdField({ ...PARENT, description: 'The category above it; null, or left out, for the root.' })
  parent_id?: number | null;
}

/** What is left out stays. */
export class CategoryChangeDto {
  @TextField({ ...CATEGORY_NAME, optional: true })
  name?: string;

  @IdField({ ...PARENT, description: 'Moves it; null to the root.' })
  parent_id?: number | null;
}

export const CATEGORY_SHAPE = shapeOf<Category>()('CategoryDto', {
  id: whole({ example: 3 }),
  parent_id: whole.orNull({ example: 1 }),
  name: text({ example: 'PUBG Mobile' }),
  position: whole({ example: 1, description: 'Order among its siblings.' }),
  image: text.orNull({ example: '/images/pubg.png' }),
  testing_only: flag({ description: 'True if only testing accounts see it.' }),
});
export type CategoryDto = ShownBy<typeof CATEGORY_SHAPE>;

export const CATEGORY = {
  noun: 'category',
  shape: CATEGORY_SHAPE,
  locked: (services, manager, id) => services(CategoryService).locked(manager, id),
} satisfies Target<Category>;

export const categoryCreate = operation({
  name: 'category create',
  summary: 'make a category, behind its siblings',
  permission: 'catalog.edit',
  route: 'POST categories',
  makes: true,
  input: NewCategoryDto,
  answer: CATEGORY_SHAPE.type,
  run: async ({ services, manager, input: { name, parent_id: parentId = null } }) => ({
    answer: CATEGORY_SHAPE.of(await services(CategoryService).create(manager, name, parentId)),
  }),
});

export const categorySet = operation({
  name: 'category set',
  action: ({ parent_id: parentId }) =>
    parentId === undefined ? 'category rename' : 'category move',
  summary: 'rename a category, or move it with all below it',
  permission: 'catalog.edit',
  route: 'PATCH categories/:id',
  kind: 'setting',
  target: CATEGORY,
  input: CategoryChangeDto,
  run: async ({ services, manager, id, input }) => {
    await services(CategoryService).change(manager, id, camelCased(input));
  },
});

export const CATEGORY_OPERATIONS = [categoryCreate, categorySet];
