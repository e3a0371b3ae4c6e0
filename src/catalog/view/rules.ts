/** For whom a rule is: an account, a group, or (both null) everyone. */
export interface RuleAudience {
  readonly accountId: number | null;
  readonly groupId: number | null;
}

/** What a rule is about: a product, a category and all below it, or (both null) the whole catalog. */
export interface RuleTarget {
  readonly categoryId: number | null;
  readonly productId: number | null;
}

/** Shows or hides a category or product. */
export interface VisibilityRuleRow extends RuleAudience, RuleTarget {
  readonly id: number;
  readonly visible: boolean;
}

/** Sets a fixed price of a product, or a percentage on the base price. Exactly one of the two is set. */
export interface PriceRuleRow extends RuleAudience, RuleTarget {
  readonly id: number;
  readonly fixedPrice: string | null;
  readonly percentage: string | null;
}

/** The properties of a caller that determine what it sees; callers with equal audiences get the same bytes. */
export interface Audience {
  readonly accountId: number;
  readonly groupId: number | null;
  readonly showUnavailable: boolean;
  /** True if the account sees testing categories. */
  readonly testing: boolean;
}

/** The rank of a rule for an audience: 0 of the account, 1 of its group, 2 of everyone; undefined if it does not apply. */
export function rankFor(audience: Audience, rule: RuleAudience): 0 | 1 | 2 | undefined {
  if (rule.accountId !== null) return rule.accountId === audience.accountId ? 0 : undefined;
  if (rule.groupId !== null) return rule.groupId === audience.groupId ? 1 : undefined;
  return 2;
}
