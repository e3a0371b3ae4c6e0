import fc from 'fast-check';
import type { AccountField } from '../../src/catalog/account-field.js';
import type { ProductType, QuantityValues } from '../../src/catalog/quantity-values.js';

/** Rows of categories and products, as an operator, suppliers and files may have left them. */
export interface AnyCatalog {
  readonly categories: readonly object[];
  readonly products: readonly object[];
}

const MOST_CATEGORIES = 7;

/** Few, so that some are equal; with all that a CSV, a path or a spreadsheet could take for something else. */
const name = fc.constantFrom(
  ...['UC', 'Games', 'شحن ببجي', 'a > b', '>', 'a>>b', '=1+1', "'quoted", '-5', 'a|b'],
  ...['say "x", y', 'two\nlines', '[1]', 'true', '0,90'],
);
const image = fc.constantFrom(null, null, '/images/coins.svg', 'https://cdn.example/a,"b.png');
const position = fc.integer({ min: -3, max: 900 });
const rarely = fc.nat(5).map((number) => number === 0);

const field: fc.Arbitrary<AccountField> = fc
  .record(
    {
      name: fc.constantFrom('playerId', 'Zone ID', 'a|b', 'رقم الجوال', '=f'),
      label: fc.constantFrom('Player', 'رقم', 'a|b'),
      type: fc.constantFrom('string', 'number'),
      required: fc.boolean(),
      pattern: fc.constantFrom('^[0-9]{5,12}$', '[^|"]+'),
      options: fc.constant(['eu', 'us,"x"']),
    },
    { requiredKeys: ['name'] },
  )
  .map(({ name: own, label = own, type = 'string', required = true, ...more }) => ({
    ...{ name: own, label, type, required },
    ...more,
  }));
const fields = fc.uniqueArray(field, { maxLength: 3, selector: (one) => one.name });

interface Quantities {
  readonly product_type: ProductType;
  readonly qty_values: QuantityValues;
}

const quantities = fc.constantFrom<Quantities>(
  { product_type: 'package', qty_values: null },
  { product_type: 'package', qty_values: { min: '1', max: '50' } },
  { product_type: 'amount', qty_values: null },
  { product_type: 'amount', qty_values: { min: '0.5', max: '500000' } },
  { product_type: 'specificPackage', qty_values: ['1.92', '2.88', '110'] },
);

const category = fc.record({
  parent: fc.nat(MOST_CATEGORIES),
  ...{ name, image, position, deleted: rarely, testing: rarely, demo: rarely },
});

const product = fc
  .record({
    id: fc.integer({ min: 1, max: 2_000_000_000 }),
    place: fc.nat(MOST_CATEGORIES),
    price: fc.constantFrom('0', '0.89', '0.00772255027173913', '99999999999999999999', '5.10'),
    available: fc.boolean(),
    ...{ name, image, position, fields, quantities, deleted: rarely, demo: rarely },
  })
  .map(({ quantities: own, ...row }) => ({ ...row, ...own }));

/** Any catalog whose categories reach a root. */
export const catalogs: fc.Arbitrary<AnyCatalog> = fc
  .record({
    categories: fc.array(category, { minLength: 1, maxLength: MOST_CATEGORIES }),
    products: fc.uniqueArray(product, { maxLength: 9, selector: ({ id }) => id }),
  })
  .map(({ categories, products }) => ({
    categories: categories.map(({ parent, ...row }, index) => ({
      ...row,
      id: index + 1,
      // An earlier one, or none.
      parent_id: parent < index ? parent + 1 : null,
    })),
    products: products.map(({ place, ...row }) => ({
      ...row,
      category_id: (place % categories.length) + 1,
    })),
  }));
