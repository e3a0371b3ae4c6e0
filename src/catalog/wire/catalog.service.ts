import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { itemId, type ProductsQuery } from './catalog-query.js';
import {
  CatalogShapes,
  type BaseProductShape,
  type CategoryShape,
  type NodeShape,
  type ProductShape,
} from './catalog-shapes.js';
import {
  categoriesOf,
  productsOf,
  type CatalogView,
  type ListedProduct,
} from '../view/catalog-view.js';
import { CategoryNotFoundError, ProductNotFoundError } from '../catalog.errors.js';
import type { Audience } from '../view/rules.js';
import { VisibilityService } from '../view/visibility.service.js';

export interface ContentShape {
  readonly categories: readonly CategoryShape[];
  readonly products: readonly ProductShape[];
  readonly category_id: number;
}

export interface CatalogShape {
  readonly categories: readonly NodeShape[];
  readonly flat_categories: readonly CategoryShape[];
  readonly products: readonly ProductShape[];
}

/** The catalog in every shape of the wire, each read through the caller's view. */
@Injectable()
export class CatalogService {
  private readonly shapes: CatalogShapes;

  constructor(
    private readonly visibility: VisibilityService,
    @Inject(CONFIG) config: SoukConfig,
  ) {
    this.shapes = new CatalogShapes(config.BASE_URL);
  }

  async rootCategories(audience: Audience): Promise<CategoryShape[]> {
    const view = await this.visibility.viewFor(audience);
    return view.roots().map((category) => this.shapes.category(category));
  }

  async flatCategories(audience: Audience): Promise<CategoryShape[]> {
    const view = await this.visibility.viewFor(audience);
    return categoriesOf(view.tree()).map((category) => this.shapes.category(category));
  }

  /** Direct children of a category; 0 is the root. @throws CategoryNotFoundError (109) */
  async content(audience: Audience, categoryId: string): Promise<ContentShape> {
    const view = await this.visibility.viewFor(audience);
    const id = itemId(categoryId);
    if (id === 0) {
      const categories = view.roots().map((root) => this.shapes.category(root));
      return { categories, products: [], category_id: 0 };
    }
    const category = id === undefined ? undefined : view.category(id);
    if (!category) throw new CategoryNotFoundError();
    return {
      categories: view.childrenOf(category).map((child) => this.shapes.category(child)),
      products: view.productsIn(category).map((product) => this.shapes.product(product)),
      category_id: category.id,
    };
  }

  /** All products, or the ones asked for. @throws ProductNotFoundError (109) when none of those is found. */
  async products(
    audience: Audience,
    { ids, base }: ProductsQuery,
  ): Promise<ProductShape[] | BaseProductShape[]> {
    const view = await this.visibility.viewFor(audience);
    const products = ids === undefined ? productsOf(view.tree()) : foundProducts(view, ids);
    return base
      ? products.map(({ id, name }) => ({ id, name }))
      : products.map((product) => this.shapes.product(product));
  }

  async tree(audience: Audience): Promise<NodeShape[]> {
    const view = await this.visibility.viewFor(audience);
    return view.tree().map((node) => this.shapes.node(node));
  }

  async catalog(audience: Audience): Promise<CatalogShape> {
    const tree = (await this.visibility.viewFor(audience)).tree();
    return {
      categories: tree.map((node) => this.shapes.node(node)),
      flat_categories: categoriesOf(tree).map((category) => this.shapes.category(category)),
      products: productsOf(tree).map((product) => this.shapes.product(product)),
    };
  }
}

function foundProducts(view: CatalogView, ids: readonly number[]): ListedProduct[] {
  const products = ids.flatMap((id) => view.listedProduct(id) ?? []);
  if (products.length === 0) throw new ProductNotFoundError();
  return products;
}
