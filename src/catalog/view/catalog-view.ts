import type { CatalogSnapshot, CategoryRow, ProductRow } from './catalog-snapshot.js';
import { Inherited, type CategoryPath } from './category-path.js';
import type { Audience } from './rules.js';
import { ResolvedRules } from './resolved-rules.js';

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

/** A category of the visible tree. */
export interface ListedNode {
  readonly category: ListedCategory;
  readonly path: CategoryPath;
  readonly children: readonly ListedNode[];
}

/**
 * The catalog as one audience sees it at one revision. Every catalog read goes through a view, and only the
 * VisibilityService makes one, so no read can forget who is asking.
 */
export class CatalogView {
  /** False at and below a category that is not shown. */
  private readonly seen = new Inherited<boolean>(
    (category) => (this.shows(category) ? undefined : false),
    true,
  );

  constructor(
    readonly snapshot: CatalogSnapshot,
    private readonly audience: Audience,
    private readonly resolvedRules = ResolvedRules.of(snapshot.rules, audience),
  ) {}

  /** Equal for all audiences that see the same. */
  get audienceKey(): string {
    return this.resolvedRules.audienceKey;
  }

  /** The catalog revision that this is a view of. */
  get revision(): string {
    return this.snapshot.revision;
  }

  /** The category with its ancestors, unless one of them is hidden, deleted or missing. */
  pathOf(categoryId: number): CategoryPath | undefined {
    const path = this.snapshot.pathOf(categoryId);
    return path && this.seen.of(path) ? path : undefined;
  }

  /**
   * The product, unless it or a category above it is hidden, deleted or missing. One that is switched off for now
   * is found too: ordering it is refused differently.
   */
  product(id: number): ListedProduct | undefined {
    const product = this.snapshot.product(id);
    const path = product && this.pathOf(product.categoryId);
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

  /** All categories that are visible, with what stands in each. */
  tree(): readonly ListedNode[] {
    const roots = this.nodes(this.roots());
    // Not by recursion: categories may stand in one another more deeply than the call stack.
    const open = [...roots];
    for (const node of open) {
      for (const child of this.nodes(this.childrenOf(node.category))) {
        node.children.push(child);
        open.push(child);
      }
    }
    return roots;
  }

  /** The products of a visible category that are listed. */
  productsIn({ category, path }: ListedNode): readonly ListedProduct[] {
    return this.listedAmong(this.rowsIn(category), path);
  }

  /** All products of a category, listed or not. */
  rowsIn(category: ListedCategory): readonly ProductRow[] {
    return this.snapshot.productsIn(category.id);
  }

  /** Those of a visible category's products that are listed, at the caller's prices. */
  listedAmong(rows: readonly ProductRow[], path: CategoryPath): readonly ListedProduct[] {
    return rows
      .filter((product) => this.isListed(product))
      .flatMap((product) => this.listed(product, path) ?? []);
  }

  /** Of visible categories, still without what stands in them. */
  private nodes(
    categories: readonly ListedCategory[],
  ): (ListedNode & { children: ListedNode[] })[] {
    return categories.flatMap((category) => {
      const path = this.snapshot.pathOf(category.id);
      return path ? { category, path, children: [] } : [];
    });
  }

  private visibleChildren(parentId: number | null): readonly ListedCategory[] {
    return this.snapshot.children(parentId).filter((child) => this.shows(child));
  }

  private isListed({ available }: { available: boolean }): boolean {
    return available || this.audience.showUnavailable;
  }

  private listed(product: ProductRow, path: CategoryPath): ListedProduct | undefined {
    if (!this.resolvedRules.visibility.showsProduct(product.id)) return undefined;
    const { category, rehearsal } = path;
    return { ...product, price: this.resolvedRules.pricing.priceOf(product, path), category, rehearsal };
  }

  /** By the category itself; its ancestors are asked one by one. */
  private shows({ id, testingOnly }: CategoryRow): boolean {
    return (!testingOnly || this.audience.testing) && this.resolvedRules.visibility.showsCategory(id);
  }
}

/** The nodes of a tree, each before its children. */
export function nodesOf(nodes: readonly ListedNode[]): ListedNode[] {
  const all: ListedNode[] = [];
  const open = nodes.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    all.push(node);
    for (const child of node.children.toReversed()) open.push(child);
  }
  return all;
}
