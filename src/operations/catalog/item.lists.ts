import { CategoryService } from '../../catalog/editing/category.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { CatalogSearch } from '../../catalog/search/catalog-search.service.js';
import { IdParameter, TextField, WordField } from '../fields/fields.js';
import { allOrFound } from '../lists/all-or-found.js';
import { list } from '../lists/list.js';
import { ListQuery } from '../lists/page.js';
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

export const categoryList = list({
  name: 'category list',
  operationId: 'categories',
  summary: 'the categories, by id or as a search finds them',
  permission: 'catalog.read',
  route: 'GET categories',
  query: CategoryQuery,
  item: CATEGORY_SHAPE,
  page: ({ services, query }) =>
    allOrFound('categories', query, {
      all: (after, limit) => services(CategoryService).page(after, limit),
      found: (...sought) => services(CatalogSearch).categories(...sought),
    }),
});

export const categoryShow = reading({
  name: 'category show',
  operationId: 'category',
  summary: 'one category',
  permission: 'catalog.read',
  route: 'GET categories/:id',
  of: 'category',
  shape: CATEGORY_SHAPE,
  read: ({ services, id }) => services(CategoryService).get(id),
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
    const { category_id: category, deleted } = query;
    const filter = {
      deleted: deleted === 'true',
      ...(category !== undefined && { categoryId: Number(category) }),
    };
    return allOrFound('products', query, {
      all: (after, limit) => services(ProductService).page(after, limit, filter),
      found: (text, ...part) => services(CatalogSearch).products({ ...filter, text }, ...part),
    });
  },
});

export const productShow = reading({
  name: 'product show',
  operationId: 'product',
  summary: 'one product',
  permission: 'catalog.read',
  route: 'GET products/:id',
  of: 'product',
  shape: PRODUCT_SHAPE,
  read: ({ services, id }) => services(ProductService).get(id),
});
