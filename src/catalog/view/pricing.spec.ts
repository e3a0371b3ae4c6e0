import {
  audienceOf,
  categoryRow,
  fixedPrice,
  pathThrough,
  percentage,
  productRow,
} from '../../../test/support/catalog-rows.js';
import { Pricing } from './pricing.js';
import type { PriceRuleRow } from './rules.js';

const MINE = { accountId: 1 };
const MY_GROUPS = { groupId: 5 };

/** Product 9 of category 3 below 2 below 1, at 100. */
const product = productRow(9, { categoryId: 3, price: '100.000000000000000000' });
const path = pathThrough([1, 2, 3].map((id) => categoryRow(id)));

const priceBy = (...rules: PriceRuleRow[]): string =>
  new Pricing(audienceOf({ groupId: 5 }), rules).priceOf(product, path);

describe('a price', () => {
  it('without a rule is the base price', () => {
    expect(priceBy()).toBe('100');
  });

  it('of others does not count', () => {
    const others = [{ accountId: 2 }, { groupId: 6 }, { groupId: 1 }, { accountId: 5 }];

    expect(priceBy(...others.map((whose) => percentage(whose, '50')))).toBe('100');
  });

  it('is the one of the nearest rule, whatever the order of the rules', () => {
    const rules = [
      fixedPrice({ ...MINE, productId: 9 }, '7'),
      percentage({ ...MINE, categoryId: 3 }, '30'),
      percentage({ ...MINE, categoryId: 2 }, '20'),
      percentage({ ...MINE, categoryId: 1 }, '10'),
      percentage(MINE, '5'),
    ];
    const nearestFirst = ['7', '130', '120', '110', '105', '100'];

    nearestFirst.forEach((price, index) => {
      expect(priceBy(...rules.slice(index))).toBe(price);
      expect(priceBy(...rules.slice(index).reverse())).toBe(price);
    });
  });

  it('of the account replaces any of its group, also where the group is nearer', () => {
    const groups = [
      fixedPrice({ ...MY_GROUPS, productId: 9 }, '7'),
      percentage({ ...MY_GROUPS, categoryId: 3 }, '30'),
      percentage(MY_GROUPS, '20'),
    ];

    expect(priceBy(...groups)).toBe('7');
    expect(priceBy(...groups, percentage(MINE, '5'))).toBe('105');
    expect(priceBy(percentage({ ...MINE, categoryId: 1 }, '-5'), ...groups)).toBe('95');
  });

  it('of an account that is about other items leaves the group its say', () => {
    const elsewhere = [
      fixedPrice({ ...MINE, productId: 8 }, '1'),
      percentage({ ...MINE, categoryId: 4 }, '1'),
      // A product's id is no category's id.
      percentage({ ...MINE, categoryId: 9 }, '1'),
      fixedPrice({ ...MINE, productId: 3 }, '1'),
    ];

    expect(priceBy(...elsewhere, percentage(MY_GROUPS, '20'))).toBe('120');
  });

  it.each([
    ['100', '+10 by the wire', '10', '110'],
    ['0.000061', 'small', '10', '0.0000671'],
    ['0.00772255027173913', 'long', '-33.333333', '0.005148366873567921'],
    ['0.000000000000000001', 'half up', '50', '0.000000000000000002'],
    ['0.000000000000000001', 'below half', '49.999999', '0.000000000000000001'],
    ['500', 'to nothing', '-100', '0'],
    [
      '99999999999999999999.999999999999999999',
      'huge',
      '0.000001',
      '100000000999999999999.999999999999999999',
    ],
  ])('of %s with a percentage (%s) of %s is %s', (price, _, text, expected) => {
    const pricing = new Pricing(audienceOf(), [percentage(MINE, text)]);

    expect(pricing.priceOf({ ...product, price }, path)).toBe(expected);
  });

  it('that is fixed is told without the zeros of the database', () => {
    const zeros = fixedPrice({ ...MINE, productId: 9 }, '0.500000000000000000');

    expect(priceBy(zeros)).toBe('0.5');
  });

  it('may be fixed at nothing', () => {
    expect(priceBy(fixedPrice({ ...MINE, productId: 9 }, '0.000000000000000000'))).toBe('0');
  });
});
