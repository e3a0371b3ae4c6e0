import type { Category } from '../../catalog/category.entity.js';
import type { CategoryService } from '../../catalog/editing/category.service.js';
import type { CategoryTree, SiblingPlace } from '../../catalog/editing/category-tree.service.js';
import type { Product } from '../../catalog/product.entity.js';
import type { ProductService } from '../../catalog/editing/product.service.js';
import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import type { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import type { RuleOn } from '../../catalog/rules/rule-key.js';
import { FIRST_TARGET, type RuleKey, type TargetPlace } from '../../catalog/rules/rule-queries.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import type { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import type { CatalogSearch, FoundItemPage } from '../../catalog/search/catalog-search.service.js';
import type { ItemPlace } from '../../catalog/search/catalog-words.repository.js';
import { isStorableText } from '../../common/text.js';
import type { ListFile } from '../http/list-files.js';
import {
  cursorOf,
  idKey,
  keyAfter,
  limitOf,
  pageOf,
  type ItemsPage,
  type PagedList,
  type PageQuery,
} from '../../operations/lists/page.js';
import {
  categoryShape,
  priceRuleShape,
  productShape,
  visibilityRuleShape,
} from './catalog-shapes.js';
import type { CategoryDto, CategoryQuery, ProductDto, ProductQuery } from './items.dto.js';
import type { PriceRuleDto, VisibilityRuleDto } from './rules.dto.js';

const POSITION = /^-?\d{1,10}$/;
/** The largest integer of the database. */
const MAX_POSITION = 2_147_483_647;

/** A list by id. */
function byId<Row extends { readonly id: number }>(
  name: string,
  read: (after: number, limit: number) => Promise<readonly Row[]>,
): PagedList<Row, number> {
  return {
    name,
    read: (after = 0, limit) => read(after, limit),
    keyOf: ({ id }) => [String(id)],
    parseKey: idKey,
  };
}

/** What reads the categories: all by id, or those of a search. */
export interface ReadCategories {
  readonly categories: CategoryService;
  readonly search: CatalogSearch;
}

/** What reads the products: all of a category or the shop by id, or those of a search. */
export interface ReadProducts {
  readonly products: ProductService;
  readonly search: CatalogSearch;
}

/** A page of what a search has found, in its order. */
async function foundPage<Row, Item>(
  name: string,
  { cursor, limit }: PageQuery,
  read: (after: ItemPlace | undefined, limit: number) => Promise<FoundItemPage<Row>>,
  shape: (row: Row) => Item,
): Promise<ItemsPage<Item>> {
  const after = keyAfter({ name, parseKey: placeOf }, cursor);
  const { items, next } = await read(after, limitOf(limit));
  const key = next && [next.sought, next.word, String(next.id)];
  return { items: items.map(shape), next: key && cursorOf(name, key) };
}

function placeOf([sought = '', word = '', idText = '']: readonly string[]): ItemPlace | undefined {
  const id = idKey([idText]);
  const isPlace = id !== undefined && isStorableText(sought) && isStorableText(word);
  return isPlace ? { sought, word, id } : undefined;
}

export const CATEGORIES_FILE: ListFile = {
  permission: 'catalog.read',
  columns: {
    id: 'plain',
    parent_id: 'plain',
    name: 'text',
    position: 'plain',
    testing_only: 'plain',
  },
};

/** A page of the categories: by id, or in the order of a search. */
export function categoryPage(
  { categories, search }: ReadCategories,
  query: CategoryQuery,
): Promise<ItemsPage<CategoryDto>> {
  const { text } = query;
  if (text !== undefined) {
    const find = (after: ItemPlace | undefined, limit: number) =>
      search.categories(text, after, limit);
    return foundPage('found categories', query, find, categoryShape);
  }
  const read = (after: number, limit: number) => categories.page(after, limit);
  return pageOf(byId<Category>('categories', read), query, categoryShape);
}

/** Categories below a category, or with null the root categories, in their order. */
export function childCategoryPage(
  tree: CategoryTree,
  parentId: number | null,
  query: PageQuery,
): Promise<ItemsPage<CategoryDto>> {
  return pageOf<Category, SiblingPlace, CategoryDto>(
    {
      name: 'child-categories',
      read: (after, limit) => tree.children(parentId, after, limit),
      keyOf: ({ position, id }) => [String(position), String(id)],
      parseKey: siblingPlace,
    },
    query,
    categoryShape,
  );
}

function siblingPlace([positionText = '', idText = '']: readonly string[]) {
  const id = idKey([idText]);
  const position = POSITION.test(positionText) ? Number(positionText) : undefined;
  if (position === undefined || Math.abs(position) > MAX_POSITION || id === undefined) {
    return undefined;
  }
  return { position, id };
}

export const PRODUCTS_FILE: ListFile = {
  permission: 'catalog.read',
  columns: {
    id: 'plain',
    category_id: 'plain',
    name: 'text',
    price: 'plain',
    available: 'plain',
    product_type: 'text',
    qty_values: 'json',
    params: 'json',
    fields: 'json',
    image: 'text',
    position: 'plain',
    codes_per_piece: 'plain',
    delivers_codes: 'plain',
    deleted_at: 'plain',
  },
};

/** A page of the products: by id, or in the order of a search. */
export function productPage(
  { products, search }: ReadProducts,
  query: ProductQuery,
): Promise<ItemsPage<ProductDto>> {
  const { category_id: category, deleted, text } = query;
  const filter = {
    deleted: deleted === 'true',
    ...(category !== undefined && { categoryId: Number(category) }),
  };
  if (text !== undefined) {
    const find = (after: ItemPlace | undefined, limit: number) =>
      search.products({ ...filter, text }, after, limit);
    return foundPage('found products', query, find, productShape);
  }
  const read = (after: number, limit: number) => products.page(after, limit, filter);
  return pageOf(byId<Product>('products', read), query, productShape);
}

export const VISIBILITY_RULES_FILE: ListFile = {
  permission: 'catalog.read',
  columns: {
    account_id: 'plain',
    group_id: 'plain',
    category_id: 'plain',
    product_id: 'plain',
    visible: 'plain',
  },
};

export function visibilityRulePage(
  rules: VisibilityRuleService,
  query: PageQuery,
  on: RuleOn = {},
): Promise<ItemsPage<VisibilityRuleDto>> {
  const read = (after: number, limit: number) => rules.page(after, limit, on);
  return pageOf(byId<VisibilityRule>('visibility-rules', read), query, visibilityRuleShape);
}

/** The place of a rule among those of its group. */
const OF_GROUP = {
  keyOf: ({ categoryId, productId }: RuleKey) => [String(categoryId ?? 0), String(productId ?? 0)],
  parseKey: (texts: readonly string[]): TargetPlace | undefined => {
    const [category, product] = texts.map((text) => (text === '0' ? 0 : idKey([text])));
    return category === undefined || product === undefined ? undefined : { category, product };
  },
};

/** The rules of visibility of a group. */
export function groupVisibilityPage(
  rules: VisibilityRuleService,
  groupId: number,
  query: PageQuery,
): Promise<ItemsPage<VisibilityRuleDto>> {
  const read = (after = FIRST_TARGET, limit: number) => rules.pageOf({ groupId }, after, limit);
  const list = { name: `visibility of group ${groupId}`, read, ...OF_GROUP };
  return pageOf<VisibilityRule, TargetPlace, VisibilityRuleDto>(list, query, visibilityRuleShape);
}

/** The prices of a group. */
export function groupPricePage(
  rules: PriceRuleService,
  groupId: number,
  query: PageQuery,
): Promise<ItemsPage<PriceRuleDto>> {
  const read = (after = FIRST_TARGET, limit: number) => rules.pageOf({ groupId }, after, limit);
  const list = { name: `prices of group ${groupId}`, read, ...OF_GROUP };
  return pageOf<PriceRule, TargetPlace, PriceRuleDto>(list, query, priceRuleShape);
}

export const PRICE_RULES_FILE: ListFile = {
  permission: 'catalog.read',
  columns: {
    account_id: 'plain',
    group_id: 'plain',
    category_id: 'plain',
    product_id: 'plain',
    percentage: 'plain',
    fixed_price: 'plain',
  },
};

export function priceRulePage(
  rules: PriceRuleService,
  query: PageQuery,
  on: RuleOn = {},
): Promise<ItemsPage<PriceRuleDto>> {
  const read = (after: number, limit: number) => rules.page(after, limit, on);
  return pageOf(byId<PriceRule>('price-rules', read), query, priceRuleShape);
}
