import {
  catalogRows,
  categoryRow,
  productRow,
  stepsOf,
} from '../../../test/support/catalog-rows.js';
import { CatalogSnapshot } from './catalog-snapshot.js';

const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

describe('CatalogSnapshot', () => {
  const snapshot = CatalogSnapshot.of(
    catalogRows({
      revision: '9007199254740993',
      categories: [
        categoryRow(20),
        categoryRow(3, { parentId: 20 }),
        categoryRow(2, { parentId: 3 }),
        categoryRow(10),
        categoryRow(1, { parentId: 20 }),
      ],
      products: [
        productRow(5, { categoryId: 2 }),
        productRow(4, { categoryId: 20 }),
        productRow(1, { categoryId: 2 }),
      ],
    }),
  );

  it('keeps the order of the rows', () => {
    expect(ids(snapshot.children(null))).toEqual([20, 10]);
    expect(ids(snapshot.children(20))).toEqual([3, 1]);
    expect(ids(snapshot.productsIn(2))).toEqual([5, 1]);
  });

  it('has nothing where nothing is', () => {
    expect(snapshot.children(10)).toEqual([]);
    expect(snapshot.children(99)).toEqual([]);
    expect(snapshot.productsIn(99)).toEqual([]);
    expect(snapshot.pathOf(99)).toBeUndefined();
    expect(snapshot.category(99)).toBeUndefined();
    expect(snapshot.product(99)).toBeUndefined();
  });

  it('finds items by id', () => {
    expect(snapshot.category(3)).toMatchObject({ id: 3, parentId: 20 });
    expect(snapshot.product(4)).toMatchObject({ id: 4, categoryId: 20 });
  });

  it('tells a category with its ancestors, nearest first', () => {
    expect(ids(stepsOf(snapshot.pathOf(2)))).toEqual([2, 3, 20]);
    expect(ids(stepsOf(snapshot.pathOf(10)))).toEqual([10]);
  });

  it('keeps a revision beyond what a JavaScript number holds', () => {
    expect(snapshot.revision).toBe('9007199254740993');
  });
});

describe('a chain of parents that reaches no root', () => {
  const snapshot = CatalogSnapshot.of(
    catalogRows({
      categories: [
        categoryRow(1, { parentId: 2 }),
        categoryRow(2, { parentId: 3 }),
        categoryRow(3, { parentId: 1 }),
        categoryRow(4, { parentId: 3 }),
        categoryRow(5, { parentId: 99 }),
        categoryRow(6, { parentId: 5 }),
        categoryRow(7, { parentId: 7 }),
      ],
    }),
  );

  it.each([1, 2, 3, 4, 5, 6, 7])('leaves category %i without a path', (id) => {
    expect(snapshot.pathOf(id)).toBeUndefined();
  });
});
