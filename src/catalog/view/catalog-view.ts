import type { CatalogSnapshot, CategoryRow, ProductRow } from './catalog-snapshot.js';
import { Pricing } from './pricing.js';
import type { Audience } from './rules.js';
import { Visibility } from './visibility.js';

/** A category that the caller may see. */
export type ListedCategory = CategoryRow;

/** A product that the caller may see, at the caller's price. */
export interface ListedProduct extends Omit<ProductRow, 'price'> {
  /** USD a unit for this caller, as plain decimal text. */
  readonly price: string;
  readonly category: ListedCategory;
  /** True below a category for testing: ordering it moves no money. */
  readonly rehearsal: boolean;
}

/** A category with what is below it. */
export interface ListedNode {
  readonly category: ListedCategory;
  readonly children: readonly ListedNode[];
  readonly products: readonly ListedProduct[];
}

/**
 * The catalog as one audience sees it at one revision. Every catalog read goes through a view, and only the
 * VisibilityService makes one, so no read can forget who is asking.
 */
export class CatalogView {
  private readonly visibility: Visibility;
  private readonly pricing: Pricing;

  constructor(
    private readonly snapshot: CatalogSnapshot,
    private readonly audience: Audience,
  ) {
    this.visibility = new Visibility(audience, snapshot.visibilityRules);
    this.pricing = new Pricing(audience, snapshot.priceRules);
  }

  /** The catalog revision that this is a view of. */
  get revision(): string {
    return this.snapshot.revision;
  }

  /** The category, unless it or an ancestor is hidden, deleted or missing. */
  category(id: number): ListedCategory | undefined {
    return this.visiblePath(id)?.[0];
  }

  /**
   * The product, unless it or a category above it is hidden, deleted or missing. One that is switched off for now
   * is found too: ordering it is refused differently.
   */
  product(id: number): ListedProduct | undefined {
    const product = this.snapshot.product(id);
    const path = product && this.visiblePath(product.categoryId);
    return product && path ? this.listed(product, path) : undefined;
  }

  /** The product if it stands in this audience's lists. */
  listedProduct(id: number): ListedProduct | undefined {
    const product = this.product(id);
    return product && this.isListed(product) ? product : undefined;
  }

  roots(): readonly ListedCategory[] {
    return this.visibleChildren(null);
  }

  /** Direct child categories of a category that is itself visible. */
  childrenOf(category: ListedCategory): readonly ListedCategory[] {
    return this.visibleChildren(category.id);
  }

  /** Direct products of a category that is itself visible. */
  productsIn(category: ListedCategory): readonly ListedProduct[] {
    const path = this.visiblePath(category.id);
    return path ? this.productsAt(path) : [];
  }

  /** The whole visible tree. */
  tree(): readonly ListedNode[] {
    return this.roots().map((root) => this.node([root]));
  }

  private node(path: readonly [ListedCategory, ...ListedCategory[]]): ListedNode {
    const [category] = path;
    return {
      category,
      children: this.visibleChildren(category.id).map((child) => this.node([child, ...path])),
      products: this.productsAt(path),
    };
  }

  private visibleChildren(parentId: number | null): readonly ListedCategory[] {
    return this.snapshot.children(parentId).filter((child) => this.shows(child));
  }

  private productsAt(path: readonly ListedCategory[]): readonly ListedProduct[] {
    const products = this.snapshot.productsIn(path[0]?.id ?? 0);
    return products
      .filter((product) => this.isListed(product))
      .flatMap((product) => this.listed(product, path) ?? []);
  }

  private isListed({ available }: { available: boolean }): boolean {
    return available || this.audience.showUnavailable;
  }

  private listed(product: ProductRow, path: readonly ListedCategory[]): ListedProduct | undefined {
    const [category] = path;
    if (!category || !this.visibility.showsProduct(product.id)) return undefined;
    const rehearsal = path.some(({ testingOnly }) => testingOnly);
    return { ...product, price: this.pricing.priceOf(product, path), category, rehearsal };
  }

  /** A category with its ancestors, nearest first, when every one of them is shown. */
  private visiblePath(id: number): readonly ListedCategory[] | undefined {
    const path = this.snapshot.pathOf(id);
    const shown = path.length > 0 && path.every((step) => this.shows(step));
    return shown ? path : undefined;
  }

  /** By the category itself; its ancestors are asked one by one. */
  private shows({ id, testingOnly }: CategoryRow): boolean {
    return (!testingOnly || this.audience.testing) && this.visibility.showsCategory(id);
  }
}

/** The categories of a tree, each before its children. */
export function categoriesOf(nodes: readonly ListedNode[]): ListedCategory[] {
  return nodes.flatMap((node) => [node.category, ...categoriesOf(node.children)]);
}

/** The products of a tree, in the order of their categories. */
export function productsOf(nodes: readonly ListedNode[]): ListedProduct[] {
  return nodes.flatMap((node) => [...node.products, ...productsOf(node.children)]);
}
