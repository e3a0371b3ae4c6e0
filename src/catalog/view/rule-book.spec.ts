import {
  audienceOf,
  fixedPrice,
  percentage,
  visibilityRule,
} from '../../../test/support/catalog-rows.js';
import { audienceKey, RuleBook } from './rule-book.js';
import type { Audience } from './rules.js';

const book = RuleBook.of(
  [
    visibilityRule({ accountId: 1, productId: 5 }, false),
    visibilityRule({ accountId: 2, productId: 5 }, false),
    visibilityRule({ accountId: 3, productId: 5 }, true),
    visibilityRule({ groupId: 7, productId: 6 }, false),
  ],
  [
    percentage({ accountId: 1 }, '5'),
    percentage({ accountId: 2 }, '5'),
    fixedPrice({ accountId: 4, productId: 5 }, '5'),
    percentage({ accountId: 5, productId: 5 }, '5'),
  ],
);

function keyOf(more: Partial<Audience>): string {
  const audience = audienceOf(more);
  return audienceKey(audience, book.rulesFor(audience));
}

describe('the key of an audience', () => {
  it('is the same for accounts whose rules say the same', () => {
    expect(keyOf({ accountId: 1 })).toBe(keyOf({ accountId: 2 }));
    expect(keyOf({ accountId: 8 })).toBe(keyOf({ accountId: 9, groupId: 9 }));
  });

  it('does not depend on the order in which the rules were written', () => {
    const one = visibilityRule({ accountId: 1, productId: 5 }, false);
    const other = visibilityRule({ accountId: 1, productId: 6 }, true);
    const [key, turned] = [
      [one, other],
      [other, one],
    ].map((rules) => audienceKey(audienceOf(), RuleBook.of(rules, []).rulesFor(audienceOf())));
    expect(turned).toBe(key);
  });

  it.each<[string, Partial<Audience>, Partial<Audience>]>([
    ['one is a testing account', { testing: true }, { testing: false }],
    ['one sees what is switched off', { showUnavailable: true }, { showUnavailable: false }],
    ['one has rules', { accountId: 1 }, { accountId: 8 }],
    ['a visibility rule says the opposite', { accountId: 2 }, { accountId: 3 }],
    ['a price rule says otherwise', { accountId: 4 }, { accountId: 5 }],
    ['one is in a group with rules', { accountId: 8, groupId: 7 }, { accountId: 8, groupId: null }],
  ])('is another one where %s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});

describe('the rules after changes', () => {
  it('are made with an effort that grows with the number of changes only', () => {
    let looks = 0;
    const rules = Array.from({ length: 300 }, (_, index) => {
      const rule = percentage({ accountId: index + 1 }, '5');
      return {
        ...rule,
        get accountId() {
          looks += 1;
          return rule.accountId;
        },
      };
    });
    RuleBook.of([], []).with(new Map(), new Map(rules.map((rule) => [rule.id, rule])));
    expect(looks).toBeLessThan(5 * rules.length);
  });

  it('keep the lists of all whose rules are the same', () => {
    const [mine, others] = [percentage({ accountId: 1 }, '5'), percentage({ accountId: 2 }, '5')];
    const before = RuleBook.of([], [mine, others]);
    const now = { ...mine, accountId: 3 };
    const after = before.with(new Map(), new Map([[mine.id, now]]));
    const listsOf = (book: RuleBook) =>
      [1, 2, 3].map((accountId) => book.rulesFor(audienceOf({ accountId })).prices[0]);
    expect(listsOf(after)).toEqual([[], [others], [now]]);
    expect(listsOf(after)[1]).toBe(listsOf(before)[1]);
    expect(listsOf(before)).toEqual([[mine], [others], []]);
  });
});
