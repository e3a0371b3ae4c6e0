import { Pricing } from './pricing.js';
import { areSame, audienceKey, type AudienceRules, type RuleBook } from './rule-book.js';
import type { Audience } from './rules.js';
import { Visibility } from './visibility.js';

/** What the rules mean for one audience. Holds no snapshot, and so outlives those that leave its rules as they are. */
export class ResolvedRules {
  /** Equal for all audiences that see the same. */
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

  /** @param earlier of the same audience; the same again while its rules are. */
  static of(book: RuleBook, audience: Audience, earlier?: ResolvedRules): ResolvedRules {
    const rules = book.rulesFor(audience);
    return earlier && areSame(earlier.rules, rules) ? earlier : new ResolvedRules(audience, rules);
  }
}
