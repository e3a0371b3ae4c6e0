import type { CatalogFileProduct } from '../../../catalog/import/reading/catalog-file.js';
import { listing, type Link } from './supplier-listing.js';

const THEIRS: CatalogFileProduct = {
  ...{ id: 7, category_id: 2, name: 'Item', price: '1', available: true, product_type: 'package' },
  ...{ qty_values: null, fields: [], image: null, position: 0 },
};
const LINK: Link = { theirs: 7, ours: 70, isOffSinceGone: false, isBoughtThere: true };

function listed(available: boolean, link?: Partial<Link>) {
  const place = { category: 20, markup: '10', link: link && { ...LINK, ...link } };
  const { is_new, follows, returns } = listing({ ...THEIRS, available }, 'acme', place);
  return { is_new, follows, returns };
}

describe('a product of a supplier in our catalog', () => {
  it('has our category, the price with the mark-up, and the supplier as the one who delivers', () => {
    const place = { category: 20, markup: '10', link: LINK };
    expect(listing(THEIRS, 'acme', place)).toMatchObject({
      ...{ key: 7, product_id: 70, category_id: 20, price: '1.1' },
      fulfillment: [{ handler: 'upstream', settings: { supplier: 'acme', product: 7 } }],
    });
    expect(listing(THEIRS, 'acme', place)).not.toHaveProperty('id');
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
});
