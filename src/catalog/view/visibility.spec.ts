import { audienceOf, visibilityRule } from '../../../test/support/catalog-rows.js';
import { Visibility } from './visibility.js';

const MINE = { accountId: 1 };
const MY_GROUPS = { groupId: 5 };
const EVERYONES = {};

const audience = audienceOf({ groupId: 5 });

describe('an item without a rule', () => {
  it('is visible', () => {
    const visibility = new Visibility(audience, []);

    expect(visibility.showsCategory(1)).toBe(true);
    expect(visibility.showsProduct(1)).toBe(true);
  });

  it('is not touched by a rule on the other kind of item, or on another id', () => {
    const visibility = new Visibility(audience, [
      visibilityRule({ categoryId: 1 }, false),
      visibilityRule({ productId: 2 }, false),
    ]);

    expect(visibility.showsProduct(1)).toBe(true);
    expect(visibility.showsCategory(2)).toBe(true);
    expect(visibility.showsCategory(1)).toBe(false);
    expect(visibility.showsProduct(2)).toBe(false);
  });
});

describe.each(['categoryId', 'productId'] as const)('the rules on one %s', (kind) => {
  const shows = (rules: readonly (readonly [object, boolean])[], asking = audience): boolean => {
    const rows = rules.map(([whose, visible]) => visibilityRule({ ...whose, [kind]: 7 }, visible));
    const visibility = new Visibility(asking, rows);
    return kind === 'productId' ? visibility.showsProduct(7) : visibility.showsCategory(7);
  };

  it.each([true, false])('put the account before its group before everyone (%s)', (visible) => {
    const account = [MINE, visible] as const;
    const group = [MY_GROUPS, visible] as const;
    const notForGroup = [MY_GROUPS, !visible] as const;
    const notForAll = [EVERYONES, !visible] as const;

    for (const rules of [
      [account, notForGroup, notForAll],
      [group, notForAll],
      [account, notForAll],
      [account, notForGroup],
    ]) {
      expect(shows(rules)).toBe(visible);
      expect(shows(rules.toReversed())).toBe(visible);
    }
  });

  it('of others do not count', () => {
    expect(shows([[{ accountId: 2 }, false]])).toBe(true);
    expect(shows([[{ groupId: 6 }, false]])).toBe(true);
    // An account's id is no group's id.
    expect(shows([[{ groupId: 1 }, false]])).toBe(true);
    expect(shows([[{ accountId: 5 }, false]])).toBe(true);
  });

  it('of a group do not count for an account without a group', () => {
    expect(shows([[MY_GROUPS, false]], audienceOf({ groupId: null }))).toBe(true);
  });
});
