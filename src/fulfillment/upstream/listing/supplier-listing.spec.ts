import type {
  CatalogFileCategory,
  CatalogFileProduct,
} from '../../../catalog/import/reading/catalog-file.js';
import {
  levelsOf,
  listing,
  markupsOf,
  markupText,
  pickedOf,
  withAbove,
  type Link,
  type Offer,
} from './supplier-listing.js';

const THEIRS: CatalogFileProduct = {
  id: 7,
  category_id: 2,
  name: 'Item',
  price: '1',
  available: true,
  product_type: 'package',
  qty_values: null,
  fields: [],
  image: null,
  position: 0,
};
const LINK: Link = { theirs: 7, ours: 70, isOffSinceGone: false, isBoughtThere: true };

const OFFER: Offer = {
  product: THEIRS,
  link: LINK,
  markup: '10',
  isPicked: true,
  isLeftOut: false,
};
const OURS = 20;

function listed(available: boolean, link?: Partial<Link>, isLeftOut = false) {
  const product = { ...THEIRS, available };
  const offer = { ...OFFER, product, link: link && { ...LINK, ...link }, isLeftOut };
  const { is_new, follows, returns } = listing(offer, 'acme', OURS);
  return { is_new, follows, returns };
}

describe('a product of a supplier in our catalog', () => {
  it('has our category, the price with the mark-up, and the supplier as the one who delivers', () => {
    expect(listing(OFFER, 'acme', OURS)).toMatchObject({
      key: 7,
      product_id: 70,
      category_id: 20,
      price: '1.1',
      fulfillment: [{ handler: 'upstream', settings: { supplier: 'acme', product: 7 } }],
    });
    expect(listing(OFFER, 'acme', OURS)).not.toHaveProperty('id');
  });

  const nothing = { is_new: false, follows: false, returns: false };
  it.each([
    ['is new', true, undefined, { ...nothing, is_new: true }],
    ['is nothing while they have it not', false, undefined, nothing],
    ['follows what was listed', true, {}, { ...nothing, follows: true }],
    ['follows it while they have it not', false, {}, { ...nothing, follows: true }],
    ['is left alone when bought elsewhere', true, { isBoughtThere: false }, nothing],
    ['is never made again', true, { ours: null, isBoughtThere: false }, nothing],
    ['returns', true, { isOffSinceGone: true }, { ...nothing, follows: true, returns: true }],
    ['returns with them only', false, { isOffSinceGone: true }, { ...nothing, follows: true }],
    [
      'returns, too, when bought elsewhere by now',
      true,
      { isOffSinceGone: true, isBoughtThere: false },
      { ...nothing, returns: true },
    ],
  ])('%s', (_, available, link, expected) => {
    expect(listed(available, link)).toEqual(expected);
  });

  it('is as if they did not have it while it is left out, but is known to be there', () => {
    expect(listed(true, {}, true)).toEqual(nothing);
    expect(listed(true, { isOffSinceGone: true }, true)).toEqual(nothing);
    const left = (available: boolean, isLeftOut: boolean) => {
      const offer = { ...OFFER, product: { ...THEIRS, available }, isLeftOut };
      const { available: isHere, left_out: isNoted } = listing(offer, 'acme', OURS);
      return { isHere, isNoted };
    };
    expect(left(true, true)).toEqual({ isHere: false, isNoted: true });
    expect(left(false, true)).toEqual({ isHere: false, isNoted: false });
    expect(left(true, false)).toEqual({ isHere: true, isNoted: false });
    const dear = { ...THEIRS, price: '9'.repeat(20) };
    const offer = { ...OFFER, product: dear, markup: '100', isLeftOut: true };
    expect(() => listing(offer, 'acme', OURS)).not.toThrow();
  });

  it('has no price that is too large for our catalog', () => {
    const product = { ...THEIRS, price: '9'.repeat(20) };
    expect(() => listing({ ...OFFER, product, markup: '0' }, 'acme', OURS)).not.toThrow();
    expect(() => listing({ ...OFFER, product, markup: '100' }, 'acme', OURS)).toThrow(
      'The price of its product 7 would have too many digits with the mark-up.',
    );
  });
});

describe('a mark-up', () => {
  it.each([
    ['10', '10'],
    ['2.50', '2.5'],
    ['-100', '-100'],
    ['100000', '100000'],
    ['0.123456', '0.123456'],
  ])('may be %s', (text, markup) => {
    expect(markupText(text)).toBe(markup);
  });

  it.each(['', 'much', '1e3', '-100.1', '100000.1', '0.1234567'])('is never %j', (text) => {
    expect(() => markupText(text)).toThrow('Please type a percentage such as 10');
  });
});

function category(id: number, parent: number | null): CatalogFileCategory {
  return { id, parent_id: parent, name: `Category ${id}`, image: null, position: 0 };
}

describe('the categories of a supplier', () => {
  const CATEGORIES = [category(1, null), category(2, 1), category(4, null), category(3, 2)];

  it('have the mark-up of the nearest one that has one, and else the general one', () => {
    const byCategory = new Map([
      [1, '20'],
      [3, '5'],
    ]);
    expect(Object.fromEntries(markupsOf(CATEGORIES, { general: '10', byCategory }))).toEqual({
      1: '20',
      2: '20',
      3: '5',
      4: '10',
    });
  });

  it.each([
    ['nothing was picked from them', null, null, [1, 2, 3, 4]],
    ['none is wanted', [], [], []],
    ['one with all below it is', [2], null, [2, 3]],
    ['one at the root is', [1], [], [1, 2, 3]],
    ['a product of one is', null, [40], [4]],
    ['both are', [3], [40], [3, 4]],
    ['one is not there any more', [9], null, []],
  ])('are picked when %s', (_, pickedCategories, pickedProducts, expected) => {
    const isPicked = pickedOf(CATEGORIES, { pickedCategories, pickedProducts });
    const found = [1, 2, 3, 4].filter((id) => isPicked({ id: id * 10, category_id: id }));
    expect(found).toEqual(expected);
  });

  it('are listed with all above them', () => {
    const ids = (...wanted: number[]) => {
      return withAbove(CATEGORIES, new Set(wanted)).map(({ id }) => id);
    };
    expect([ids(3), ids(2, 4), ids()]).toEqual([[1, 2, 3], [1, 2, 4], []]);
  });

  it('are listed level by level from the root on', () => {
    const ids = levelsOf(CATEGORIES).map((level) => level.map(({ id }) => id));
    expect(ids).toEqual([[1, 4], [2], [3]]);
    expect(levelsOf([category(5, 6)])).toEqual([]);
  });
});
