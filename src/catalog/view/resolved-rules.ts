import { Pricing } from './pricing.js';
import { areSame, audienceKey, type AudienceRules, type RuleBook } from './rule-book.js';
import type { Audience } from './rules.js';
import { Visibility } from './visibility.js';

/** Visibility and prices of one audience. Refers to no snapshot, so it is reused until the rules of the audience change. */
export class ResolvedRules {
  readonly visibility: Visibility;
  readonly pricing: Pricing;
  private key: string | undefined;

  private constructor(
    readonly audience: Audience,
    private readonly rules: AudienceRules,
  ) {
    this.visibility = new Visibility(audience, rules.visibility.flat());
    this.pricing = new Pricing(audience, rules.prices.flat());
  }

  /** The same for all audiences that see the same. */
  get audienceKey(): string {
    this.key ??= audienceKey(this.audience, this.rules);
    return this.key;
  }

  /** @param earlier of the same audience; returned again if the rules are the same. */
  static of(book: RuleBook, audience: Audience, earlier?: ResolvedRules): ResolvedRules {
    const rules = book.rulesFor(audience);
    return earlier && areSame(earlier.rules, rules) ? earlier : new ResolvedRules(audience, rules);
  }
}
