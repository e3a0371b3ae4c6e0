import { Injectable } from '@nestjs/common';
import { categoryShape, productShape } from '../../admin/catalog/catalog-shapes.js';
import {
  childCategoryPage,
  priceRulePage,
  productPage,
  visibilityRulePage,
} from '../../admin/catalog/catalog-lists.js';
import type { CategoryDto, ProductDto } from '../../admin/catalog/items.dto.js';
import { PageQuery, type ItemsPage } from '../../admin/http/page.js';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { CategoryTree } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import type { RuleOn } from '../../catalog/rules/rule-key.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { checked, parametersOf } from '../http/checked.js';
import { CURSORS, type ListName } from './list-cursors.js';
import type { CatalogProduct, ShownCategory, ShownRules } from './shown-items.js';

/** Reads what the pages of categories and products show. Each list of a page has a cursor of its own. */
@Injectable()
export class ItemReading {
  constructor(
    private readonly tree: CategoryTree,
    private readonly categories: CategoryService,
    private readonly products: ProductService,
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
  ) {}

  roots(query: URLSearchParams): Promise<ItemsPage<CategoryDto>> {
    return childCategoryPage(this.tree, null, pageOf(query, 'categories'));
  }

  /** @throws MissingError */
  async category(id: number, query: URLSearchParams): Promise<ShownCategory> {
    return {
      category: categoryShape(await this.categories.get(id)),
      path: await this.tree.pathTo(id),
      children: await childCategoryPage(this.tree, id, pageOf(query, 'categories')),
      products: await productPage(this.products, {
        ...pageOf(query, 'products'),
        category_id: String(id),
      }),
      rules: await this.rules({ categoryId: id }, query),
    };
  }

  /** A product, deleted or not. @throws MissingError */
  async product(id: number, query: URLSearchParams): Promise<CatalogProduct> {
    const product = productShape(await this.products.get(id));
    return {
      product,
      path: await this.tree.pathTo(product.category_id),
      rules: await this.rules({ productId: id }, query),
    };
  }

  deleted(query: URLSearchParams): Promise<ItemsPage<ProductDto>> {
    return productPage(this.products, { ...pageOf(query, 'products'), deleted: 'true' });
  }

  private async rules(on: RuleOn, query: URLSearchParams): Promise<ShownRules> {
    return {
      visibility: await visibilityRulePage(this.visibilities, pageOf(query, 'visibility'), on),
      prices: await priceRulePage(this.prices, pageOf(query, 'prices'), on),
    };
  }
}

/** @throws ProblemError for a cursor that no list can have */
function pageOf(query: URLSearchParams, list: ListName): PageQuery {
  const name = CURSORS[list];
  const { [name]: cursor } = parametersOf(query, [name]);
  return checked(PageQuery, cursor === undefined ? {} : { cursor });
}
