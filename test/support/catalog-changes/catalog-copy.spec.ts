import { CatalogCopy } from './catalog-copy.js';
import { itemsOf, membersOf } from './json-parts.js';

const category = (id: number, parent: number | null = null) => ({
  id,
  name: 'a "b" \\ ],{ c',
  parent_id: parent,
});
const product = (id: number, parent: number, price = 1.5) => ({ id, price, parent_id: parent });

interface Parts {
  readonly full?: boolean;
  readonly categories?: object[];
  readonly products?: object[];
  readonly removed_categories?: number[];
  readonly removed_products?: number[];
}

const answer = (more: Parts = {}): string =>
  JSON.stringify({
    status: 'OK',
    full: false,
    categories: [],
    products: [],
    removed_categories: [],
    removed_products: [],
    ...more,
    cursor: 'later',
  });

const catalog = (categories: object[], products: object[]): string =>
  JSON.stringify({ status: 'OK', categories: [], flat_categories: categories, products });

let leaks: string[];
let faults: string[];
let copy: CatalogCopy;

beforeEach(() => {
  [leaks, faults] = [[], []];
  copy = new CatalogCopy(
    (sentence) => leaks.push(sentence),
    (sentence) => faults.push(sentence),
  );
  copy.apply(
    answer({
      full: true,
      categories: [category(1), category(2, 1)],
      products: [product(7, 2), product(8, 1)],
    }),
  );
});

it('reads the parts of any JSON as they are written', () => {
  const value = { a: [1.5, { b: ',"]}\\' }, []], c: 'x\\"', d: {}, e: null };
  const members = membersOf(JSON.stringify(value));
  expect([...members.keys()]).toEqual(Object.keys(value));
  expect([...members.values()].map((each) => JSON.parse(each) as unknown)).toEqual(
    Object.values(value),
  );
  expect(itemsOf(members.get('a') ?? '')).toEqual(['1.5', '{"b":",\\"]}\\\\"}', '[]']);
  expect(itemsOf('[]')).toEqual([]);
});

it('follows changes', () => {
  const applied = copy.apply(
    answer({
      categories: [category(1), category(3)],
      products: [product(8, 3, 2)],
      removed_categories: [2],
      removed_products: [7],
    }),
  );
  expect(applied).toEqual({ isFull: false, sent: 3, needless: 1, removed: 2 });
  expect(copy.cursor).toBe('later');
  const wanted = catalog([category(3), category(1)], [product(8, 3, 2)]);
  expect([copy.differencesFrom(wanted), leaks, faults]).toEqual([[], [], []]);
});

it('begins anew with a full answer', () => {
  copy.apply(answer({ full: true, categories: [category(1)] }));
  expect([copy.differencesFrom(catalog([category(1)], [])), leaks, faults]).toEqual([[], [], []]);
});

it('names each item that is another one, is missing or is too many', () => {
  const wanted = catalog([category(1), category(2, 1)], [product(7, 2, 3), product(9, 2)]);
  expect(copy.differencesFrom(wanted).map((each) => each.split(':')[0])).toEqual([
    'products 7',
    'products 9',
    'products 8',
  ]);
});

it.each<[string, Parts]>([
  ['removed_products has 9', { removed_products: [9] }],
  ['removed_categories has 9', { removed_categories: [9] }],
  ['removed_products has 7', { removed_products: [7, 7] }],
  ['a full answer names removed ids', { full: true, removed_products: [7] }],
])('finds a leak: %s', (sentence, parts) => {
  copy.apply(answer(parts));
  expect(leaks.join()).toContain(sentence);
});

it.each<[string, Parts]>([
  ['products 7 is removed and sent', { removed_products: [7], products: [product(7, 2)] }],
  ['has products 9 twice', { products: [product(9, 1), product(9, 1)] }],
  ['stands below category 2, which', { removed_categories: [2] }],
  ['products 9 stands below category 4', { products: [product(9, 4)] }],
  ['members', { hidden: 1 } as Parts],
])('finds a fault: %s', (sentence, parts) => {
  copy.apply(answer(parts));
  expect(faults.join()).toContain(sentence);
});
