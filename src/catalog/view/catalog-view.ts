import { NO_PRICE } from '../policies/policy-decisions.js';
import type { CatalogSnapshot, CategoryRow, ProductRow } from './catalog-snapshot.js';
import { Inherited, type CategoryPath } from './category-path.js';
import type { Audience } from './rules.js';
import { ResolvedRules } from './resolved-rules.js';

/** A category that the caller may see. */
export type ListedCategory = CategoryRow;

/** A product that the caller may see, with the caller's price. */
export interface ListedProduct extends Omit<ProductRow, 'price'> {
  /** USD per unit for this caller, as plain decimal text; NO_PRICE in no list. */
  readonly price: string;
  readonly category: ListedCategory;
  /** True below a testing category: an order of it is a test order. */
  readonly rehearsal: boolean;
}

/** A category of the visible tree. */
export interface ListedNode {
  readonly category: ListedCategory;
  readonly path: CategoryPath;
  readonly children: readonly ListedNode[];
}

/**
 * The catalog as one audience sees it at one revision. Every catalog read needs a view, and only `VisibilityService` makes
 * views, so no read can ignore who is asking.
 */
export class CatalogView {
  /** False for a hidden category and all below it. */
  private readonly seen = new Inherited<boolean>(
    (category) => (this.shows(category) ? undefined : false),
    true,
  );
  private digest: string | undefined;

  constructor(
    readonly snapshot: CatalogSnapshot,
    readonly audience: Audience,
    /** The rules that decide for this audience. */
    readonly resolvedRules = ResolvedRules.of(snapshot.rules, audience),
  ) {}

  /** What the same audience sees in another snapshot. */
  of(snapshot: CatalogSnapshot): CatalogView {
    const { audience, resolvedRules } = this;
    return new CatalogView(
      snapshot,
      audience,
      ResolvedRules.of(snapshot.rules, audience, resolvedRules),
    );
  }

  /** The same for all audiences that see the same. @throws TemporarilyUnavailableError (111) if a policy throws */
  get audienceKey(): string {
    const { audienceKey } = this.resolvedRules;
    const { policyDigest } = this;
    return policyDigest === undefined ? audienceKey : `${audienceKey} ${policyDigest}`;
  }

  /**
   * The same while the policies decide the same for the audience; undefined without policies.
   * @throws TemporarilyUnavailableError (111) if a policy throws
   */
  get policyDigest(): string | undefined {
    this.digest ??= this.snapshot.policies?.digest(this.audience);
    return this.digest;
  }

  /** When the view ends although the revision stays the same, in seconds by the database's clock; undefined for never. */
  get goodUntil(): number | undefined {
    return this.snapshot.policies?.goodUntil;
  }

  /** The catalog revision of the view. */
  get revision(): string {
    return this.snapshot.revision;
  }

  /** The category with its ancestors; undefined if one of them is hidden, deleted or missing. */
  pathOf(categoryId: number): CategoryPath | undefined {
    const path = this.snapshot.pathOf(categoryId);
    return path && this.seen.of(path) ? path : undefined;
  }

  /**
   * The product; undefined if it or a category above it is hidden, deleted or missing. A product that is switched off is
   * found too, because an order of it is refused with another error.
   */
  product(id: number): ListedProduct | undefined {
    const product = this.snapshot.product(id);
    const path = product && this.pathOf(product.categoryId);
    return product && path ? this.listed(product, path) : undefined;
  }

  /** The product; undefined unless it is in the lists of this audience. */
  listedProduct(id: number): ListedProduct | undefined {
    const product = this.product(id);
    return product && this.isListed(product) ? product : undefined;
  }

  roots(): readonly ListedCategory[] {
    return this.visibleChildren(null);
  }

  /** The visible direct children of a visible category. */
  childrenOf(category: ListedCategory): readonly ListedCategory[] {
    return this.visibleChildren(category.id);
  }

  /** All visible categories, nested. */
  tree(): readonly ListedNode[] {
    const roots = this.nodes(this.roots());
    // No recursion, because categories may be nested more deeply than the call stack allows.
    const open = [...roots];
    for (const node of open) {
      for (const child of this.nodes(this.childrenOf(node.category))) {
        node.children.push(child);
        open.push(child);
      }
    }
    return roots;
  }

  /** The listed products of a visible category. */
  productsIn({ category, path }: ListedNode): readonly ListedProduct[] {
    return this.listedAmong(this.rowsIn(category), path);
  }

  /** All products of a category, listed or not. */
  rowsIn(category: ListedCategory): readonly ProductRow[] {
    return this.snapshot.productsIn(category.id);
  }

  /** The listed ones among these products of a visible category, with the caller's prices. */
  listedAmong(rows: readonly ProductRow[], path: CategoryPath): readonly ListedProduct[] {
    return rows
      .filter((product) => this.isAvailable(product))
      .flatMap((product) => this.listed(product, path) ?? [])
      .filter((product) => this.isListed(product));
  }

  /** Nodes of visible categories, without their children. */
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

  private isListed(product: ListedProduct): boolean {
    return this.isAvailable(product) && product.price !== NO_PRICE;
  }

  private isAvailable({ available }: { available: boolean }): boolean {
    return available || this.audience.showUnavailable;
  }

  private listed(product: ProductRow, path: CategoryPath): ListedProduct | undefined {
    if (!this.resolvedRules.visibility.showsProduct(product.id)) return undefined;
    const { category, rehearsal } = path;
    const price = this.priceOf(product, path);
    return price === undefined ? undefined : { ...product, price, category, rehearsal };
  }

  /** Undefined if a policy hides the product. */
  private priceOf(product: ProductRow, path: CategoryPath): string | undefined {
    const price = this.resolvedRules.pricing.priceOf(product, path);
    const { policies } = this.snapshot;
    if (!policies) return price;
    const { id, name, available } = product;
    const priced = {
      id,
      name,
      available,
      price,
      get categoryIds() {
        return idsOf(path);
      },
    };
    return policies.priceOf(priced, this.audience);
  }

  /** Considers only the category itself, not its ancestors. */
  private shows(category: CategoryRow): boolean {
    const { id, testingOnly } = category;
    if (testingOnly && !this.audience.testing) return false;
    if (!this.resolvedRules.visibility.showsCategory(id)) return false;
    return this.snapshot.policies?.showsCategory(category, this.audience) ?? true;
  }
}

/** The ids of a category and those above it, nearest first. */
function idsOf(path: CategoryPath): number[] {
  const ids: number[] = [];
  for (let at: CategoryPath | undefined = path; at; at = at.above) ids.push(at.category.id);
  return ids;
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
