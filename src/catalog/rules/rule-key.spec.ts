import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { ruleKey } from './rule-key.js';

describe('ruleKey', () => {
  it.each([
    [{}, {}, [null, null, null, null]],
    [{ accountId: 1 }, { categoryId: 2 }, [1, null, 2, null]],
    [{ groupId: 3 }, { productId: 4 }, [null, 3, null, 4]],
    [{ accountId: 1 }, {}, [1, null, null, null]],
    [{}, { productId: 4 }, [null, null, null, 4]],
  ])('for %j on %j is %j', (audience, target, [accountId, groupId, categoryId, productId]) => {
    expect(ruleKey(audience, target)).toEqual({ accountId, groupId, categoryId, productId });
  });

  it('refuses two audiences', () => {
    expect(() => ruleKey({ accountId: 1, groupId: 2 }, {})).toThrow(
      new OperatorError(...sentence('rule.one-of-both')),
    );
  });

  it('refuses two targets', () => {
    expect(() => ruleKey({}, { categoryId: 1, productId: 2 })).toThrow(
      new OperatorError(...sentence('rule.one-target')),
    );
  });
});
