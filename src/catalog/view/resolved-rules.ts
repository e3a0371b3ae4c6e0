import { Pricing } from './pricing.js';
import { areSame, audienceKey, type AudienceRules, type RuleBook } from './rule-book.js';
import type { Audience } from './rules.js';
import { Visibility } from './visibility.js';

/** Visibility and prices of one audience. Refers to no snapshot, so it is reused until the rules of the audience change. */
export class ResolvedRules {
  /** The same for all audiences that see the same. */
  readonly audienceKey: string;
  readonly visibility: Visibility;
  readonly pricing: Pricing;

  private constructor(
    readonly audience: Audience,
    private readonly rules: AudienceRules,
  ) {
    this.audienceKey = audienceKey(audience, rules);
    this.visibility = new Visibility(audience, rules.visibility.flat());
    this.pricing = new Pricing(audience, rules.prices.flat());
  }

  /** @param earlier of the same audience; returned again if the rules are the same. */
  static of(book: RuleBook, audience: Audience, earlier?: ResolvedRules): ResolvedRules {
    const rules = book.rulesFor(audience);
    return earlier && areSame(earlier.rules, rules) ? earlier : new ResolvedRules(audience, rules);
  }
}
