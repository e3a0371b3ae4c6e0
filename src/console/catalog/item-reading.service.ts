import { Injectable } from '@nestjs/common';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { CategoryTree, type SiblingPlace } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { CATEGORY_SHAPE, type CategoryDto } from '../../operations/catalog/category.operations.js';
import {
  categoryList,
  CategoryQuery,
  productList,
  type ProductQuery,
} from '../../operations/catalog/item.lists.js';
import { PRODUCT_SHAPE, type ProductDto } from '../../operations/catalog/product.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import {
  idKey,
  pageOf,
  type ItemsPage,
  type PagedList,
  type PageQuery,
} from '../../operations/lists/page.js';
import { parametersOf } from '../http/parameters.js';
import type { Visit } from '../visit/visit.js';
import { pageOfQuery } from './list-cursors.js';
import { RuleReading } from './rule-reading.service.js';
import type { Category } from '../../catalog/category.entity.js';

/** What a search of the catalog finds, and the paths of the categories, and of those that the products stand in. */
export type FoundItems = Awaited<ReturnType<ItemReading['found']>>;

/** What the page of a category shows. */
export type ShownCategory = Awaited<ReturnType<ItemReading['category']>>;

/** Reads what the pages of categories and products show. Each list of a page has a cursor of its own. */
@Injectable()
export class ItemReading {
  constructor(
    private readonly tree: CategoryTree,
    private readonly categories: CategoryService,
    private readonly products: ProductService,
    private readonly lists: DeclaredLists,
    private readonly rules: RuleReading,
  ) {}

  roots({ query }: Visit): Promise<ItemsPage<CategoryDto>> {
    return childCategoryPage(this.tree, null, pageOfQuery(query, 'categories'));
  }

  /** What a search finds, in pages. @throws InvalidFieldsError for a text that nothing can be found by */
  async found(visit: Visit) {
    const { query, caller } = visit;
    const sought = checkedInput(CategoryQuery, parametersOf(query, ['text']));
    const part = { ...pageOfQuery(query, 'categories'), ...sought };
    const categories = await this.lists.page(categoryList, { query: part, caller });
    const products = await this.productPage(visit, sought);
    const places = [
      ...categories.items.map(({ id }) => id),
      ...products.items.map(({ category_id: id }) => id),
    ];
    return { categories, products, paths: await this.tree.pathsTo([...new Set(places)]) };
  }

  /** @throws MissingError */
  async category(visit: Visit, id: number) {
    const { query } = visit;
    // Those above and itself, the root category first.
    const path = await this.tree.pathTo(id);
    return {
      category: CATEGORY_SHAPE.of(await this.categories.get(id)),
      path,
      children: await childCategoryPage(this.tree, id, pageOfQuery(query, 'categories')),
      products: await this.productPage(visit, { category_id: String(id) }),
      rules: await this.rules.on({ categoryId: id }, path.slice(0, -1), query),
    };
  }

  /** A product, deleted or not. @throws MissingError */
  async product({ query }: Visit, id: number) {
    const product = PRODUCT_SHAPE.of(await this.products.get(id));
    // Empty if the category is deleted.
    const path = await this.tree.pathTo(product.category_id);
    const on = { productId: id };
    return {
      ...{ product, path, rules: await this.rules.on(on, path, query) },
      isHidden: await this.rules.isHidden(on),
    };
  }

  deleted(visit: Visit): Promise<ItemsPage<ProductDto>> {
    return this.productPage(visit, { deleted: 'true' });
  }

  private productPage(
    { query, caller }: Visit,
    filter: ProductQuery,
  ): Promise<ItemsPage<ProductDto>> {
    const part = { ...pageOfQuery(query, 'products'), ...filter };
    return this.lists.page(productList, { query: part, caller });
  }
}

const POSITION = /^-?\d{1,10}$/;
/** The largest integer of the database. */
const MAX_POSITION = 2_147_483_647;

/** Categories below a category, or with null the root categories, in their order. */
function childCategoryPage(
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
