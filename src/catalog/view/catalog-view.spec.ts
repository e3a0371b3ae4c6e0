import fc from 'fast-check';
import {
  audienceOf,
  catalogRows,
  categoryRow,
  productRow,
  visibilityRule,
} from '../../../test/support/catalog-rows.js';
import {
  ALL_IDS,
  audience,
  changesBetween,
  rows,
} from '../../../test/support/catalog-arbitraries.js';
import { NaiveCatalog } from '../../../test/support/naive-catalog.js';
import { CatalogSnapshot, type CatalogRows } from './catalog-snapshot.js';
import { CatalogView, nodesOf, type ListedNode, type ListedProduct } from './catalog-view.js';
import { ResolvedRules } from './resolved-rules.js';
import type { Audience } from './rules.js';

const viewOf = (rows: CatalogRows, audience: Audience): CatalogView =>
  new CatalogView(CatalogSnapshot.of(rows), audience);
const idsOf = (items: readonly { id: number }[]): number[] => items.map(({ id }) => id);
const productsOf = (view: CatalogView): ListedProduct[] =>
  nodesOf(view.tree()).flatMap((node) => view.productsIn(node));

const idAndPrice = ({ id, price }: ListedProduct): { id: number; price: string } => ({ id, price });

describe('any view of any catalog', () => {
  it('lists what a plain reading of the rules lists', () => {
    fc.assert(
      fc.property(rows, audience, (some, asking) => {
        const view = viewOf(some, asking);
        const naive = new NaiveCatalog(some, asking);
        const tree = view.tree();

        expect(idsOf(nodesOf(tree).map(({ category }) => category))).toEqual(naive.categoryIds());
        expect(idsOf(view.roots())).toEqual(idsOf(naive.children(null)));
        expect(productsOf(view).map(idAndPrice)).toEqual(naive.listedProducts());
      }),
      { numRuns: 1_000 },
    );
  });

  it('is equal after any changes to a view of newly read rows', () => {
    fc.assert(
      fc.property(rows, rows, audience, (before, now, asking) => {
        const first = CatalogSnapshot.of(before);
        const changed = first.with({
          ...changesBetween(before, now),
          revision: '2',
        });
        const earlier = ResolvedRules.of(first.rules, asking);
        const view = new CatalogView(
          changed,
          asking,
          ResolvedRules.of(changed.rules, asking, earlier),
        );
        const anew = viewOf(now, asking);

        expect(view.revision).toBe('2');
        expect(view.tree()).toEqual(anew.tree());
        expect(productsOf(view)).toEqual(productsOf(anew));
        for (const each of ALL_IDS) expect(view.product(each)).toEqual(anew.product(each));
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds by id what a plain reading of the rules finds', () => {
    fc.assert(
      fc.property(rows, audience, (some, asking) => {
        const view = viewOf(some, asking);
        const naive = new NaiveCatalog(some, asking);
        const found = (product?: ListedProduct) => product && idAndPrice(product);

        for (const each of ALL_IDS) {
          expect(view.pathOf(each)?.category.id).toBe(naive.sees(each) ? each : undefined);
          expect(found(view.product(each))).toEqual(naive.product(each));
          expect(found(view.listedProduct(each))).toEqual(naive.listedProduct(each));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('shows a single category as it shows it in the tree', () => {
    const assertAgrees = (view: CatalogView, node: ListedNode): void => {
      const { category, path, children } = node;
      expect(view.pathOf(category.id)).toEqual(path);
      expect(view.childrenOf(category)).toEqual(children.map((child) => child.category));
      for (const product of view.productsIn(node))
        expect(view.listedProduct(product.id)).toEqual(product);
      for (const child of children) assertAgrees(view, child);
    };

    fc.assert(
      fc.property(rows, audience, (some, asking) => {
        const view = viewOf(some, asking);
        for (const root of view.tree()) assertAgrees(view, root);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a view', () => {
  const some = catalogRows({
    categories: [categoryRow(1), categoryRow(2, { parentId: 1 }), categoryRow(3, { parentId: 2 })],
    products: [
      productRow(1, { categoryId: 3 }),
      productRow(2, { categoryId: 3, available: false }),
      productRow(3, { categoryId: 1 }),
    ],
  });
  const listed = (more: Partial<CatalogRows>, asking = audienceOf()): number[] =>
    idsOf(productsOf(viewOf({ ...some, ...more }, asking)));

  it('hides everything below a hidden category, even if another rule shows it', () => {
    const visibilityRules = [
      visibilityRule({ categoryId: 2 }, false),
      visibilityRule({ accountId: 1, categoryId: 3 }, true),
      visibilityRule({ accountId: 1, productId: 1 }, true),
    ];

    expect(listed({ visibilityRules })).toEqual([3]);
    expect(viewOf({ ...some, visibilityRules }, audienceOf()).product(1)).toBeUndefined();
    expect(viewOf({ ...some, visibilityRules }, audienceOf()).pathOf(3)).toBeUndefined();
  });

  it('lists switched-off products only for accounts that see them', () => {
    expect(listed({})).toEqual([3, 1]);
    expect(listed({}, audienceOf({ showUnavailable: true }))).toEqual([3, 1, 2]);
  });

  it('finds switched-off products by id, but does not list them', () => {
    const view = viewOf(some, audienceOf());

    expect(view.product(2)).toMatchObject({ id: 2, available: false });
    expect(view.listedProduct(2)).toBeUndefined();
  });

  it('of one audience does not change the snapshot', () => {
    const snapshot = CatalogSnapshot.of({
      ...some,
      visibilityRules: [visibilityRule({ accountId: 1, categoryId: 1 }, false)],
    });
    const first = new CatalogView(snapshot, audienceOf({ accountId: 1 }));
    const second = new CatalogView(snapshot, audienceOf({ accountId: 2 }));

    expect(first.tree()).toEqual([]);
    expect(productsOf(second)).toHaveLength(2);
    expect(first.tree()).toEqual([]);
  });
});
