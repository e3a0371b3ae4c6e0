import { rankFor, type Audience, type VisibilityRuleRow } from './rules.js';

/** The visibility of items that have rules; an item without a rule is visible. */
export class Visibility {
  private readonly categories = new Map<number, Resolution>();
  private readonly products = new Map<number, Resolution>();

  constructor(audience: Audience, rules: readonly VisibilityRuleRow[]) {
    for (const rule of rules) {
      const rank = rankFor(audience, rule);
      if (rank === undefined) continue;
      if (rule.productId !== null) resolve(this.products, rule.productId, rank, rule.visible);
      else if (rule.categoryId !== null) {
        resolve(this.categories, rule.categoryId, rank, rule.visible);
      }
    }
  }

  /** Considers only the rules of the category itself, not those of its ancestors. */
  showsCategory(id: number): boolean {
    return this.categories.get(id)?.visible ?? true;
  }

  /** Considers only the rules of the product itself, not those of its categories. */
  showsProduct(id: number): boolean {
    return this.products.get(id)?.visible ?? true;
  }
}

interface Resolution {
  readonly rank: number;
  readonly visible: boolean;
}

/** A rule of the account overrides one of its group, which overrides one for everyone. */
function resolve(
  resolutions: Map<number, Resolution>,
  id: number,
  rank: number,
  visible: boolean,
): void {
  const earlier = resolutions.get(id);
  if (!earlier || rank < earlier.rank) resolutions.set(id, { rank, visible });
}
