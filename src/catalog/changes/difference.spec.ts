import fc from 'fast-check';
import { audience, changesBetween, rows } from '../../../test/support/catalog-arbitraries.js';
import {
  audienceOf,
  catalogRows,
  categoryRow,
  percentage,
  productRow,
} from '../../../test/support/catalog-rows.js';
import { exactJson } from '../../../test/support/exact-json.js';
import { NaiveCatalog } from '../../../test/support/naive-catalog.js';
import { CatalogShapes } from '../answers/catalog-shapes.js';
import { CatalogSnapshot, type CatalogRows } from '../view/catalog-snapshot.js';
import { CatalogView } from '../view/catalog-view.js';
import type { Audience } from '../view/rules.js';
import { affectedItems } from './affected-items.js';
import { Difference } from './difference.js';

const shapes = new CatalogShapes('https://shop.example');

interface Views {
  readonly before: CatalogView;
  readonly now: CatalogView;
  readonly affected: ReturnType<typeof affectedItems>;
}

/** The view now, and the one before as it is made again from the rows that have changed since. */
function viewsOf(former: CatalogRows, present: CatalogRows, audience: Audience): Views {
  const changes = changesBetween(present, former);
  const snapshot = CatalogSnapshot.of(present);
  const now = new CatalogView(snapshot, audience);
  const before = now.of(snapshot.with(changes));
  return { before, now, affected: affectedItems(before, now, changes) };
}

function difference(former: CatalogRows, present: CatalogRows, audience: Audience): unknown {
  const { before, now, affected } = viewsOf(former, present, audience);
  const difference = new Difference(before, now, shapes);
  for (const item of affected) difference.compare(item);
  return exactJson(Buffer.concat(difference.rope('CURSOR').buffers()).toString());
}

type Texts = ReadonlyMap<number, string>;

/** All that an audience sees, by the second implementation of visibility and prices. */
function naiveTexts(
  catalog: CatalogRows,
  audience: Audience,
): { categories: Texts; products: Texts } {
  const naive = new NaiveCatalog(catalog, audience);
  const categoryOf = (id: number) => catalog.categories.find((row) => row.id === id)!;
  const productOf = (id: number) => catalog.products.find((row) => row.id === id)!;
  return {
    categories: new Map(
      naive.categoryIds().map((id) => [id, shapes.categoryJson(categoryOf(id))] as const),
    ),
    products: new Map(
      naive.listedProducts().map(({ id, price }) => {
        const row = productOf(id);
        const listed = { ...row, price, category: categoryOf(row.categoryId), rehearsal: false };
        return [id, shapes.productJson(listed)] as const;
      }),
    ),
  };
}

function changed(before: Texts, now: Texts): unknown[] {
  const ids = [...now.keys()].sort((one, other) => one - other);
  const texts = ids.filter((id) => before.get(id) !== now.get(id)).map((id) => now.get(id) ?? '');
  return texts.map(exactJson);
}

function removed(before: Texts, now: Texts): unknown {
  const ids = [...before.keys()].sort((one, other) => one - other);
  return exactJson(JSON.stringify(ids.filter((id) => !now.has(id))));
}

function naiveDifference(former: CatalogRows, present: CatalogRows, audience: Audience): unknown {
  const [before, now] = [naiveTexts(former, audience), naiveTexts(present, audience)];
  return {
    status: 'OK',
    full: false,
    categories: changed(before.categories, now.categories),
    products: changed(before.products, now.products),
    removed_categories: removed(before.categories, now.categories),
    removed_products: removed(before.products, now.products),
    cursor: 'CURSOR',
  };
}

describe('the difference of two catalogs', () => {
  it('is that of a full comparison, whatever has changed', () => {
    fc.assert(
      fc.property(rows, rows, audience, (former, present, who) => {
        expect(difference(former, present, who)).toEqual(naiveDifference(former, present, who));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is that of a full comparison after one change', () => {
    const one = fc.record({
      categories: fc.boolean(),
      products: fc.boolean(),
      visibilityRules: fc.boolean(),
      priceRules: fc.boolean(),
    });
    fc.assert(
      fc.property(rows, rows, one, audience, (present, another, kinds, who) => {
        const former = {
          ...present,
          ...(kinds.categories && { categories: another.categories }),
          ...(kinds.products && { products: another.products }),
          ...(kinds.visibilityRules && { visibilityRules: another.visibilityRules.slice(0, 1) }),
          ...(kinds.priceRules && { priceRules: another.priceRules.slice(0, 1) }),
        };
        expect(difference(former, present, who)).toEqual(naiveDifference(former, present, who));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the affected items', () => {
  const present = catalogRows({
    categories: [categoryRow(1), categoryRow(2, { parentId: 1 }), categoryRow(3)],
    products: [
      productRow(11),
      productRow(21, { categoryId: 2 }),
      productRow(31, { categoryId: 3 }),
    ],
  });
  const affected = (former: CatalogRows) =>
    [...viewsOf(former, present, audienceOf()).affected].map(({ kind, id }) => `${kind} ${id}`);

  it('are none without a change, and after a change of the rules of others', () => {
    expect(affected(present)).toEqual([]);
    expect(affected({ ...present, priceRules: [percentage({ accountId: 2 }, '5')] })).toEqual([]);
  });

  it.each<[string, Partial<CatalogRows>, string[]]>([
    ['a product', { products: present.products.slice(1) }, ['product 11']],
    ['a category', { categories: present.categories.slice(0, 2) }, ['category 3', 'product 31']],
    [
      'a category with others',
      { categories: [categoryRow(1, { name: 'Former' }), ...present.categories.slice(1)] },
      ['category 1', 'product 11', 'category 2', 'product 21'],
    ],
    ['a rule', { priceRules: [percentage({ accountId: 1, productId: 31 }, '5')] }, ['product 31']],
    [
      'a rule on a category',
      { priceRules: [percentage({ accountId: 1, categoryId: 2 }, '5')] },
      ['category 2', 'product 21'],
    ],
  ])('of %s are it and all below it, each once', (_, former, expected) => {
    expect(affected({ ...present, ...former })).toEqual(expected);
  });

  it('of a rule on everything are all', () => {
    const former = { ...present, priceRules: [percentage({ accountId: 1 }, '5')] };
    expect(affected(former)).toHaveLength(6);
  });
});
