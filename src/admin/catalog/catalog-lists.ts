import type { Category } from '../../catalog/category.entity.js';
import type { CategoryService } from '../../catalog/editing/category.service.js';
import type { Product } from '../../catalog/product.entity.js';
import type { ProductService } from '../../catalog/editing/product.service.js';
import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import type { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import type { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { idKey, pageOf, type ItemsPage, type PagedList, type PageQuery } from '../http/page.js';
import {
  categoryShape,
  priceRuleShape,
  productShape,
  visibilityRuleShape,
} from './catalog-shapes.js';
import type {
  CategoryDto,
  PriceRuleDto,
  ProductDto,
  ProductQuery,
  VisibilityRuleDto,
} from './catalog.dto.js';

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

export function categoryPage(
  categories: CategoryService,
  query: PageQuery,
): Promise<ItemsPage<CategoryDto>> {
  const read = (after: number, limit: number) => categories.page(after, limit);
  return pageOf(byId<Category>('categories', read), query, categoryShape);
}

export function productPage(
  products: ProductService,
  query: ProductQuery,
): Promise<ItemsPage<ProductDto>> {
  const { category_id: category, deleted } = query;
  const filter = {
    deleted: deleted === 'true',
    ...(category !== undefined && { categoryId: Number(category) }),
  };
  const read = (after: number, limit: number) => products.page(after, limit, filter);
  return pageOf(byId<Product>('products', read), query, productShape);
}

export function visibilityRulePage(
  rules: VisibilityRuleService,
  query: PageQuery,
): Promise<ItemsPage<VisibilityRuleDto>> {
  const read = (after: number, limit: number) => rules.page(after, limit);
  return pageOf(byId<VisibilityRule>('visibility-rules', read), query, visibilityRuleShape);
}

export function priceRulePage(
  rules: PriceRuleService,
  query: PageQuery,
): Promise<ItemsPage<PriceRuleDto>> {
  const read = (after: number, limit: number) => rules.page(after, limit);
  return pageOf(byId<PriceRule>('price-rules', read), query, priceRuleShape);
}
