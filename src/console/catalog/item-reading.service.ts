import { Injectable } from '@nestjs/common';
import { categoryShape, productShape } from '../../admin/catalog/catalog-shapes.js';
import { categoryPage, childCategoryPage, productPage } from '../../admin/catalog/catalog-lists.js';
import { CategoryQuery, type CategoryDto, type ProductDto } from '../../admin/catalog/items.dto.js';
import type { ItemsPage } from '../../operations/lists/page.js';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { CategoryTree } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { CatalogSearch } from '../../catalog/search/catalog-search.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { pageOfQuery } from './list-cursors.js';
import { RuleReading } from './rule-reading.service.js';
import type { CatalogProduct, FoundItems, ShownCategory } from './shown-items.js';

/** Reads what the pages of categories and products show. Each list of a page has a cursor of its own. */
@Injectable()
export class ItemReading {
  constructor(
    private readonly tree: CategoryTree,
    readonly categories: CategoryService,
    readonly products: ProductService,
    readonly search: CatalogSearch,
    private readonly rules: RuleReading,
  ) {}

  roots(query: URLSearchParams): Promise<ItemsPage<CategoryDto>> {
    return childCategoryPage(this.tree, null, pageOfQuery(query, 'categories'));
  }

  /** What a search finds, in pages. @throws ProblemError for a text that nothing can be found by */
  async found(query: URLSearchParams): Promise<FoundItems> {
    const sought = checkedInput(CategoryQuery, parametersOf(query, ['text']));
    const categories = await categoryPage(this, {
      ...pageOfQuery(query, 'categories'),
      ...sought,
    });
    const products = await productPage(this, { ...pageOfQuery(query, 'products'), ...sought });
    const places = [
      ...categories.items.map(({ id }) => id),
      ...products.items.map(({ category_id: id }) => id),
    ];
    return { categories, products, paths: await this.tree.pathsTo([...new Set(places)]) };
  }

  /** @throws MissingError */
  async category(id: number, query: URLSearchParams): Promise<ShownCategory> {
    const path = await this.tree.pathTo(id);
    return {
      category: categoryShape(await this.categories.get(id)),
      path,
      children: await childCategoryPage(this.tree, id, pageOfQuery(query, 'categories')),
      products: await productPage(this, {
        ...pageOfQuery(query, 'products'),
        category_id: String(id),
      }),
      rules: await this.rules.on({ categoryId: id }, path.slice(0, -1), query),
    };
  }

  /** A product, deleted or not. @throws MissingError */
  async product(id: number, query: URLSearchParams): Promise<CatalogProduct> {
    const product = productShape(await this.products.get(id));
    const path = await this.tree.pathTo(product.category_id);
    const on = { productId: id };
    return {
      ...{ product, path, rules: await this.rules.on(on, path, query) },
      isHidden: await this.rules.isHidden(on),
    };
  }

  deleted(query: URLSearchParams): Promise<ItemsPage<ProductDto>> {
    return productPage(this, { ...pageOfQuery(query, 'products'), deleted: 'true' });
  }
}
