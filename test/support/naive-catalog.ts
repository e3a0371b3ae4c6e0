import type {
  CatalogRows,
  CategoryRow,
  ProductRow,
} from '../../src/catalog/view/catalog-snapshot.js';
import type { Audience, PriceRuleRow, RuleAudience } from '../../src/catalog/view/rules.js';

/** A product that the audience finds, and its price in USD a unit. */
export interface PricedProduct {
  readonly id: number;
  readonly price: string;
}

/**
 * A second implementation of visibility and prices, to compare the real one with: by linear search through the rules,
 * with integers for money and without any index. The two share no code.
 */
export class NaiveCatalog {
  constructor(
    private readonly rows: CatalogRows,
    private readonly audience: Audience,
  ) {}

  /** Ids of all visible categories, each before its children. */
  categoryIds(parentId: number | null = null): number[] {
    return this.children(parentId).flatMap(({ id }) => [id, ...this.categoryIds(id)]);
  }

  /** Listed products in the order of the tree. */
  listedProducts(parentId: number | null = null): PricedProduct[] {
    return this.children(parentId).flatMap(({ id }) => [
      ...this.productsIn(id),
      ...this.listedProducts(id),
    ]);
  }

  /** Visible direct children of a category that is itself visible; of null the roots. */
  children(parentId: number | null): CategoryRow[] {
    return this.rows.categories.filter((row) => row.parentId === parentId && this.sees(row.id));
  }

  /** Listed products that stand directly in a category. */
  productsIn(categoryId: number): PricedProduct[] {
    return this.rows.products
      .filter((row) => row.categoryId === categoryId)
      .flatMap((row) => this.listedProduct(row.id) ?? []);
  }

  listedProduct(id: number): PricedProduct | undefined {
    const row = this.rows.products.find((product) => product.id === id);
    const listed = row?.available === true || this.audience.showUnavailable;
    return listed ? this.product(id) : undefined;
  }

  /** The product, listed or only switched off. */
  product(id: number): PricedProduct | undefined {
    const row = this.rows.products.find((product) => product.id === id);
    if (!row || !this.sees(row.categoryId) || !this.shows('productId', id)) return undefined;
    return { id, price: this.priceOf(row) };
  }

  /** True when the category and all above it exist and are shown. */
  sees(categoryId: number, below: readonly number[] = []): boolean {
    const row = this.rows.categories.find(({ id }) => id === categoryId);
    if (!row || below.includes(categoryId) || !this.shows('categoryId', categoryId)) return false;
    if (row.testingOnly && !this.audience.testing) return false;
    return row.parentId === null || this.sees(row.parentId, [...below, categoryId]);
  }

  private shows(kind: 'categoryId' | 'productId', id: number): boolean {
    const about = this.rows.visibilityRules.filter((rule) => rule[kind] === id);
    const rule =
      about.find((each) => this.isMine(each)) ??
      about.find((each) => this.isMyGroups(each)) ??
      about.find((each) => each.accountId === null && each.groupId === null);
    return rule?.visible ?? true;
  }

  private priceOf(row: ProductRow): string {
    const rules = this.rows.priceRules;
    const rule =
      this.nearest(
        row,
        rules.filter((each) => this.isMine(each)),
      ) ??
      this.nearest(
        row,
        rules.filter((each) => this.isMyGroups(each)),
      );
    return plainPrice(rule?.fixedPrice ?? row.price, rule?.percentage ?? '0');
  }

  /** The product's own rule, else that of the nearest category, else that on everything. */
  private nearest(row: ProductRow, rules: readonly PriceRuleRow[]): PriceRuleRow | undefined {
    return (
      rules.find(({ productId }) => productId === row.id) ??
      this.nearestAbove(row.categoryId, rules) ??
      rules.find(({ categoryId, productId }) => categoryId === null && productId === null)
    );
  }

  private nearestAbove(
    id: number | null | undefined,
    rules: readonly PriceRuleRow[],
  ): PriceRuleRow | undefined {
    if (id === null || id === undefined) return undefined;
    const above = this.rows.categories.find((category) => category.id === id)?.parentId;
    return rules.find(({ categoryId }) => categoryId === id) ?? this.nearestAbove(above, rules);
  }

  private isMine({ accountId }: RuleAudience): boolean {
    return accountId === this.audience.accountId;
  }

  private isMyGroups({ groupId }: RuleAudience): boolean {
    return groupId !== null && groupId === this.audience.groupId;
  }
}

/** price × (100 + percentage) / 100, rounded half up to 18 decimals, without zeros at the end. */
function plainPrice(price: string, percentage: string): string {
  const hundred = scaled('100', 6);
  const exact = scaled(price, 18) * (hundred + scaled(percentage, 6));
  const rounded = (exact + hundred / 2n) / hundred;
  const digits = rounded.toString().padStart(19, '0');
  const text = `${digits.slice(0, -18)}.${digits.slice(-18)}`;
  return text.replace(/\.?0+$/, '');
}

/** A decimal text as an integer of the given scale: `-1.5` with 2 is -150n. */
function scaled(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}
