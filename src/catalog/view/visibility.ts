import { rankFor, type Audience, type VisibilityRuleRow } from './rules.js';

/** The visibility of items that have rules; an item without a rule is visible. */
export class Visibility {
  private readonly categories = new Map<number, Resolution>();
  private readonly products = new Map<number, Resolution>();

  constructor(audience: Audience, rules: readonly VisibilityRuleRow[]) {
    for (const rule of rules) {
      const rank = rankFor(audience, rule);
      if (rank === undefined) continue;
      if (rule.productId !== null) resolve(this.products, rule.productId, rank, rule);
      else if (rule.categoryId !== null) {
        resolve(this.categories, rule.categoryId, rank, rule);
      }
    }
  }

  /** Considers only the rules of the category itself, not those of its ancestors. */
  showsCategory(id: number): boolean {
    return this.categories.get(id)?.rule.visible ?? true;
  }

  /** The rule of the category itself that decides; undefined without one. */
  ruleOnCategory(id: number): VisibilityRuleRow | undefined {
    return this.categories.get(id)?.rule;
  }

  /** The rule of the product itself that decides; undefined without one. */
  ruleOnProduct(id: number): VisibilityRuleRow | undefined {
    return this.products.get(id)?.rule;
  }

  /** Considers only the rules of the product itself, not those of its categories. */
  showsProduct(id: number): boolean {
    return this.products.get(id)?.rule.visible ?? true;
  }
}

interface Resolution {
  readonly rank: number;
  readonly rule: VisibilityRuleRow;
}

/** A rule of the account overrides one of its group, which overrides one for everyone. */
function resolve(
  resolutions: Map<number, Resolution>,
  id: number,
  rank: number,
  rule: VisibilityRuleRow,
): void {
  const earlier = resolutions.get(id);
  if (!earlier || rank < earlier.rank) resolutions.set(id, { rank, rule });
}
