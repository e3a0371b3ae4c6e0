import { hash } from 'node:crypto';
import { IdMap } from './id-map.js';
import type { Audience, PriceRuleRow, RuleAudience, VisibilityRuleRow } from './rules.js';

/** The rules that count for an audience, in lists that are shared by all who have the same rules in the book. */
export interface AudienceRules {
  readonly visibility: readonly (readonly VisibilityRuleRow[])[];
  readonly prices: readonly (readonly PriceRuleRow[])[];
}

interface Rule extends RuleAudience {
  readonly id: number;
}

type Changes<Each> = ReadonlyMap<number, Each | undefined>;

/** Immutable lists of rules by whom they are for. */
class RulesByAudience<Each extends Rule> {
  private constructor(
    private readonly rules: IdMap<Each>,
    private readonly lists: ReadonlyMap<string, readonly Each[]>,
  ) {}

  static of<Each extends Rule>(rules: readonly Each[]): RulesByAudience<Each> {
    return new RulesByAudience(IdMap.of(rules.map((rule) => [rule.id, rule])), Map.groupBy(rules, placeOf));
  }

  with(changes: Changes<Each>): RulesByAudience<Each> {
    if (changes.size === 0) return this;
    const rules = this.rules.with(changes);
    const places = new Set(
      [...changes]
        .flatMap(([id, now]) => [this.rules.get(id), now].flatMap((rule) => rule ?? []))
        .map(placeOf),
    );
    const lists = new Map(this.lists);
    for (const place of places) {
      const kept = (lists.get(place) ?? NONE).filter(({ id }) => !changes.has(id));
      const come = [...changes.values()].filter((rule) => rule && placeOf(rule) === place);
      lists.set(place, [...kept, ...come.flatMap((rule) => rule ?? [])]);
    }
    return new RulesByAudience(rules, lists);
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

/** Whom a rule is for. */
function placeOf({ accountId, groupId }: RuleAudience): string {
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

  rulesFor(audience: Audience): AudienceRules {
    return {
      visibility: this.visibility.listsFor(audience),
      prices: this.prices.listsFor(audience),
    };
  }
}

/** True when they are the very same lists. */
export function areSame(one: AudienceRules, other: AudienceRules): boolean {
  return (
    one.visibility.every((list, index) => list === other.visibility[index]) &&
    one.prices.every((list, index) => list === other.prices[index])
  );
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
    const texts = rules
      .map((rule) => JSON.stringify({ ...rule, id: 0, accountId: 0, groupId: 0 }))
      .sort();
    digest = texts.length === 0 ? '-' : hash('sha256', texts.join(), 'base64url');
    digests.set(rules, digest);
  }
  return digest;
}
