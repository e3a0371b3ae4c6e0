import { hash } from 'node:crypto';
import type { Audience, PriceRuleRow, RuleAudience, VisibilityRuleRow } from './rules.js';

/** The rules that count for an audience, in lists that are shared by all who have the same rules in the book. */
export interface AudienceRules {
  readonly visibility: readonly (readonly VisibilityRuleRow[])[];
  readonly prices: readonly (readonly PriceRuleRow[])[];
}

/** Lists of rules by whom they are for. */
class Shelf<Rule extends RuleAudience> {
  private readonly ofAccounts: ReadonlyMap<number | null, readonly Rule[]>;
  private readonly ofGroups: ReadonlyMap<number | null, readonly Rule[]>;
  private readonly ofEveryone: readonly Rule[];

  constructor(rules: readonly Rule[]) {
    const { own, group, everyone } = Object.groupBy(rules, ({ accountId, groupId }) =>
      accountId !== null ? 'own' : groupId !== null ? 'group' : 'everyone',
    );
    this.ofAccounts = Map.groupBy(own ?? [], ({ accountId }) => accountId);
    this.ofGroups = Map.groupBy(group ?? [], ({ groupId }) => groupId);
    this.ofEveryone = everyone ?? NONE;
  }

  listsFor({ accountId, groupId }: Audience): readonly (readonly Rule[])[] {
    const group = groupId === null ? undefined : this.ofGroups.get(groupId);
    return [this.ofAccounts.get(accountId) ?? NONE, group ?? NONE, this.ofEveryone];
  }
}

const NONE: readonly never[] = [];

/** All rules on the catalog at one revision. */
export class RuleBook {
  private readonly visibility: Shelf<VisibilityRuleRow>;
  private readonly prices: Shelf<PriceRuleRow>;

  constructor(visibilityRules: readonly VisibilityRuleRow[], priceRules: readonly PriceRuleRow[]) {
    this.visibility = new Shelf(visibilityRules);
    this.prices = new Shelf(priceRules);
  }

  rulesFor(audience: Audience): AudienceRules {
    return {
      visibility: this.visibility.listsFor(audience),
      prices: this.prices.listsFor(audience),
    };
  }
}

/**
 * Equal for audiences that see the same catalog at the same prices, because their rules say the same; whose they are
 * does not matter.
 */
export function audienceKey(
  { showUnavailable, testing }: Audience,
  { visibility, prices }: AudienceRules,
): string {
  const lists = [...visibility, ...prices].map(digestOf);
  return `${showUnavailable} ${testing} ${lists.join(' ')}`;
}

const digests = new WeakMap<readonly unknown[], string>();

function digestOf(rules: readonly (VisibilityRuleRow | PriceRuleRow)[]): string {
  let digest = digests.get(rules);
  if (digest === undefined) {
    const texts = rules.map((rule) => JSON.stringify({ ...rule, accountId: 0, groupId: 0 })).sort();
    digest = texts.length === 0 ? '-' : hash('sha256', texts.join(), 'base64url');
    digests.set(rules, digest);
  }
  return digest;
}
