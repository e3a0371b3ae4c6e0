import { rankFor, type Audience, type VisibilityRuleRow } from './rules.js';

/** What is decided for the items that have any rule at all; an item without one is visible. */
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

  /** By the category's own rules; its ancestors are asked one by one. */
  showsCategory(id: number): boolean {
    return this.categories.get(id)?.visible ?? true;
  }

  /** By the product's own rules; its categories are asked one by one. */
  showsProduct(id: number): boolean {
    return this.products.get(id)?.visible ?? true;
  }
}

interface Resolution {
  readonly rank: number;
  readonly visible: boolean;
}

/** The account's rule stands before its group's, and that before everyone's. */
function resolve(
  resolutions: Map<number, Resolution>,
  id: number,
  rank: number,
  visible: boolean,
): void {
  const earlier = resolutions.get(id);
  if (!earlier || rank < earlier.rank) resolutions.set(id, { rank, visible });
}
