import { numericText } from '../../common/decimal.js';
import { priceWithPercentage } from '../../common/money.js';
import type { ProductRow } from './catalog-snapshot.js';
import { Inherited, type CategoryPath } from './category-path.js';
import { rankFor, type Audience, type PriceRuleRow } from './rules.js';

/** The price rules of one account, or of one group. */
class PriceList {
  private readonly products = new Map<number, PriceRuleRow>();
  private readonly categories = new Map<number, PriceRuleRow>();
  private everything: PriceRuleRow | undefined;
  private readonly nearest = new Inherited<PriceRuleRow | null>(
    ({ id }) => this.categories.get(id),
    null,
  );

  add(rule: PriceRuleRow): void {
    if (rule.productId !== null) this.products.set(rule.productId, rule);
    else if (rule.categoryId !== null) this.categories.set(rule.categoryId, rule);
    else this.everything = rule;
  }

  /** The nearest rule: of the product, then of the nearest category above it, then of the whole catalog. */
  ruleFor(product: ProductRow, path: CategoryPath): PriceRuleRow | undefined {
    const own = this.products.get(product.id);
    if (own || this.categories.size === 0) return own ?? this.everything;
    return this.nearest.of(path) ?? this.everything;
  }
}

/** The prices of an audience. */
export class Pricing {
  private readonly account = new PriceList();
  private readonly group = new PriceList();

  constructor(audience: Audience, rules: readonly PriceRuleRow[]) {
    for (const rule of rules) {
      const rank = rankFor(audience, rule);
      if (rank === 0) this.account.add(rule);
      else if (rank === 1) this.group.add(rule);
    }
  }

  /** USD per unit as plain decimal text. A price of the account replaces that of its group; they are never combined. */
  priceOf(product: ProductRow, path: CategoryPath): string {
    const rule = this.ruleFor(product, path);
    if (!rule) return numericText(product.price);
    if (rule.fixedPrice !== null) return numericText(rule.fixedPrice);
    return priceWithPercentage(product.price, rule.percentage ?? '0');
  }

  /** The rule that sets the price; undefined where the base price holds. */
  ruleFor(product: ProductRow, path: CategoryPath): PriceRuleRow | undefined {
    return this.account.ruleFor(product, path) ?? this.group.ruleFor(product, path);
  }
}
