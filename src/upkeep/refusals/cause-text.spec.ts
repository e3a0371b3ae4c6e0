import { causeText } from './cause-text.js';
import type { RefusalCause } from './refusal-cause.js';

const RULE = { id: 1, visible: false, accountId: null, groupId: null, productId: null };

describe('the cause of a refusal', () => {
  it.each<[RefusalCause, string]>([
    [{ kind: 'no-product' }, 'there is no such product, or it is deleted'],
    [{ kind: 'off' }, 'the product is switched off'],
    [{ kind: 'none' }, 'the account sees the product'],
    [{ kind: 'hidden', reason: 'policy', rule: null }, 'hidden by an extension'],
    [
      { kind: 'hidden', reason: 'hidden-by-rule', rule: { ...RULE, groupId: 3, categoryId: 5 } },
      'hidden by the rule for group 3 on category 5',
    ],
    [
      {
        kind: 'hidden',
        reason: 'hidden-by-rule',
        rule: { ...RULE, accountId: 2, categoryId: null, productId: 7 },
      },
      'hidden by the rule for account 2 on product 7',
    ],
    [
      { kind: 'hidden', reason: 'hidden-by-rule', rule: { ...RULE, categoryId: 5 } },
      'hidden by the rule for everyone on category 5',
    ],
    [{ kind: 'stock', stocks: [] }, 'the product is not delivered from a stock'],
    [
      {
        kind: 'stock',
        stocks: [
          { name: 'uc60', free: 0, held: 4 },
          { name: 'spare', free: 1_000, held: 0 },
        ],
      },
      'the stock uc60 has 0 free codes, 4 held back; the stock spare has 1000 or more free codes',
    ],
  ])('%j is in words', (cause, words) => {
    expect(causeText(cause)).toBe(words);
  });
});
