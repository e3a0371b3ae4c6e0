/** Who a rule is for: an account, a group, or with both null everyone. */
export interface RuleAudience {
  readonly accountId: number | null;
  readonly groupId: number | null;
}

/** What a rule is about: a product, a category with all below it, or with both null the whole catalog. */
export interface RuleTarget {
  readonly categoryId: number | null;
  readonly productId: number | null;
}

/** Shows or hides a category or product. */
export interface VisibilityRuleRow extends RuleAudience, RuleTarget {
  readonly id: number;
  readonly visible: boolean;
}

/** Sets a fixed price (of a product), or a percentage on the base price. Exactly one of the two is given. */
export interface PriceRuleRow extends RuleAudience, RuleTarget {
  readonly id: number;
  readonly fixedPrice: string | null;
  readonly percentage: string | null;
}

/** The caller as the catalog sees it; two callers with equal audiences see the same bytes. */
export interface Audience {
  readonly accountId: number;
  readonly groupId: number | null;
  readonly showUnavailable: boolean;
  /** True when the categories for testing are seen. */
  readonly testing: boolean;
}

/** A rule's rank for an audience: the account's own before its group's before everyone's; undefined: not for it. */
export function rankFor(audience: Audience, rule: RuleAudience): 0 | 1 | 2 | undefined {
  if (rule.accountId !== null) return rule.accountId === audience.accountId ? 0 : undefined;
  if (rule.groupId !== null) return rule.groupId === audience.groupId ? 1 : undefined;
  return 2;
}
