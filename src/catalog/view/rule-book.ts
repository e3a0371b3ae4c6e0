import { hash } from 'node:crypto';
import { IdMap } from './id-map.js';
import type { Audience, PriceRuleRow, RuleAudience, VisibilityRuleRow } from './rules.js';

/** The rules that apply to an audience, as lists that it shares with other audiences. */
export interface AudienceRules {
  readonly visibility: readonly (readonly VisibilityRuleRow[])[];
  readonly prices: readonly (readonly PriceRuleRow[])[];
}

interface Rule extends RuleAudience {
  readonly id: number;
}

type Changes<Each> = ReadonlyMap<number, Each | undefined>;

/** Immutable lists of rules by account, group or everyone. */
class RulesByAudience<Each extends Rule> {
  private constructor(
    private readonly rules: IdMap<Each>,
    private readonly lists: ReadonlyMap<string, readonly Each[]>,
  ) {}

  static of<Each extends Rule>(rules: readonly Each[]): RulesByAudience<Each> {
    return new RulesByAudience(
      IdMap.of(rules.map((rule) => [rule.id, rule])),
      Map.groupBy(rules, ownerOf),
    );
  }

  with(changes: Changes<Each>): RulesByAudience<Each> {
    if (changes.size === 0) return this;
    const rules = this.rules.with(changes);
    const before = [...changes.keys()].flatMap((id) => this.rules.get(id) ?? []);
    const come = Map.groupBy(
      [...changes.values()].flatMap((rule) => rule ?? []),
      ownerOf,
    );
    const lists = new Map(this.lists);
    for (const owner of new Set([...before.map(ownerOf), ...come.keys()])) {
      const kept = (lists.get(owner) ?? NONE).filter(({ id }) => !changes.has(id));
      lists.set(owner, [...kept, ...(come.get(owner) ?? NONE)]);
    }
    return new RulesByAudience(rules, lists);
  }

  get(id: number): Each | undefined {
    return this.rules.get(id);
  }

  listsFor({ accountId, groupId }: Audience): readonly (readonly Each[])[] {
    const group = groupId === null ? undefined : this.lists.get(`group ${groupId}`);
    return [
      this.lists.get(`account ${accountId}`) ?? NONE,
      group ?? NONE,
      this.lists.get('') ?? NONE,
    ];
  }
}

/** The key of the list of an account, a group or everyone. */
function ownerOf({ accountId, groupId }: RuleAudience): string {
  if (accountId !== null) return `account ${accountId}`;
  return groupId !== null ? `group ${groupId}` : '';
}

const NONE: readonly never[] = [];

/** All rules on the catalog at one revision. */
export class RuleBook {
  private constructor(
    private readonly visibility: RulesByAudience<VisibilityRuleRow>,
    private readonly prices: RulesByAudience<PriceRuleRow>,
  ) {}

  static of(
    visibilityRules: readonly VisibilityRuleRow[],
    priceRules: readonly PriceRuleRow[],
  ): RuleBook {
    return new RuleBook(RulesByAudience.of(visibilityRules), RulesByAudience.of(priceRules));
  }

  with(visibility: Changes<VisibilityRuleRow>, prices: Changes<PriceRuleRow>): RuleBook {
    return new RuleBook(this.visibility.with(visibility), this.prices.with(prices));
  }

  visibilityRule(id: number): VisibilityRuleRow | undefined {
    return this.visibility.get(id);
  }

  priceRule(id: number): PriceRuleRow | undefined {
    return this.prices.get(id);
  }

  rulesFor(audience: Audience): AudienceRules {
    return {
      visibility: this.visibility.listsFor(audience),
      prices: this.prices.listsFor(audience),
    };
  }
}

/** True if both consist of the same list objects. */
export function areSame(one: AudienceRules, other: AudienceRules): boolean {
  return (
    one.visibility.every((list, index) => list === other.visibility[index]) &&
    one.prices.every((list, index) => list === other.prices[index])
  );
}

/**
 * The same for audiences that see the same catalog at the same prices, because the contents of their rules are equal. The
 * accounts and groups of the rules do not matter.
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
    const texts = rules
      .map((rule) => JSON.stringify({ ...rule, id: 0, accountId: 0, groupId: 0 }))
      .sort();
    digest = texts.length === 0 ? '-' : hash('sha256', texts.join(), 'base64url');
    digests.set(rules, digest);
  }
  return digest;
}
