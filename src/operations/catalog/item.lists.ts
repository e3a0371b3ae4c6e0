import type { Category } from '../../catalog/category.entity.js';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import type { Product } from '../../catalog/product.entity.js';
import { CatalogSearch, type FoundItemPage } from '../../catalog/search/catalog-search.service.js';
import type { ItemPlace } from '../../catalog/search/catalog-words.repository.js';
import { isStorableText } from '../../common/text.js';
import { IdParameter, TextField, WordField } from '../fields/fields.js';
import { list } from '../lists/list.js';
import {
  byId,
  cursorOf,
  idKey,
  keyAfter,
  limitOf,
  ListQuery,
  rowsOf,
  type ItemsPage,
  type PageQuery,
} from '../lists/page.js';
import { reading } from '../reading.js';
import { CATEGORY_SHAPE } from './category.operations.js';
import { PRODUCT_SHAPE } from './product.operations.js';

const wordsOf = (things: string) => ({
  ...{ max: 200, min: 1, optional: true },
  description: `Only ${things} that have words in their names which begin with each of these.`,
});

/** A part of the categories. */
export class CategoryQuery extends ListQuery {
  @TextField(wordsOf('categories'))
  text?: string;
}

export class ProductQuery extends ListQuery {
  @IdParameter({ description: 'Only products that stand in this category.' })
  category_id?: string;

  @WordField(['true', 'false'], { optional: true, description: 'true lists deleted ones instead.' })
  deleted?: string;

  @TextField(wordsOf('products'))
  text?: string;
}

/** A page of what a search has found, in its order. */
async function foundPage<Row>(
  name: string,
  { cursor, limit }: PageQuery,
  read: (after: ItemPlace | undefined, limit: number) => Promise<FoundItemPage<Row>>,
): Promise<ItemsPage<Row>> {
  const { items, next } = await read(keyAfter({ name, parseKey: placeOf }, cursor), limitOf(limit));
  const key = next && [next.sought, next.word, String(next.id)];
  return { items: [...items], next: key && cursorOf(name, key) };
}

function placeOf([sought = '', word = '', idText = '']: readonly string[]): ItemPlace | undefined {
  const id = idKey([idText]);
  const isPlace = id !== undefined && isStorableText(sought) && isStorableText(word);
  return isPlace ? { sought, word, id } : undefined;
}

export const categoryList = list({
  name: 'category list',
  operationId: 'categories',
  summary: 'the categories, by id or as a search finds them',
  permission: 'catalog.read',
  route: 'GET categories',
  query: CategoryQuery,
  item: CATEGORY_SHAPE,
  page: ({ services, query }) => {
    const { text } = query;
    if (text !== undefined) {
      return foundPage('found categories', query, (after, limit) =>
        services(CatalogSearch).categories(text, after, limit),
      );
    }
    const categories = services(CategoryService);
    return rowsOf(
      byId<Category>('categories', (after, limit) => categories.page(after, limit)),
      query,
    );
  },
});

export const categoryShow = reading({
  name: 'category show',
  operationId: 'category',
  summary: 'one category',
  permission: 'catalog.read',
  route: 'GET categories/:id',
  of: 'category',
  answer: CATEGORY_SHAPE.type,
  read: async ({ services, id }) => CATEGORY_SHAPE.of(await services(CategoryService).get(id)),
});

export const productList = list({
  name: 'product list',
  operationId: 'products',
  summary: 'the products, by id or as a search finds them',
  permission: 'catalog.read',
  route: 'GET products',
  query: ProductQuery,
  item: PRODUCT_SHAPE,
  page: ({ services, query }) => {
    const { category_id: category, deleted, text } = query;
    const filter = {
      deleted: deleted === 'true',
      ...(category !== undefined && { categoryId: Number(category) }),
    };
    if (text !== undefined) {
      return foundPage('found products', query, (after, limit) =>
        services(CatalogSearch).products({ ...filter, text }, after, limit),
      );
    }
    const products = services(ProductService);
    return rowsOf(
      byId<Product>('products', (after, limit) => products.page(after, limit, filter)),
      query,
    );
  },
});

export const productShow = reading({
  name: 'product show',
  operationId: 'product',
  summary: 'one product',
  permission: 'catalog.read',
  route: 'GET products/:id',
  of: 'product',
  answer: PRODUCT_SHAPE.type,
  read: async ({ services, id }) => PRODUCT_SHAPE.of(await services(ProductService).get(id)),
});
