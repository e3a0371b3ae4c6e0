import type { CategoryColumn } from './reading/told-rows.js';
import { settledCategories } from './settled-categories.js';

const stored = (id: number, parent_id: number | null, deleted = false) => ({
  ...{ id, parent_id, name: `stored ${id}`, image: '/stored.svg', position: 70 + id },
  deleted,
});
const told = (id: number, parent_id: number | null, keeps?: readonly CategoryColumn[]) => ({
  ...{ id, parent_id, name: `told ${id}`, image: null, position: id, row: id },
  ...(keeps && { keeps }),
});

describe('settledCategories', () => {
  it('keeps what the file leaves out, of deleted categories too', () => {
    const catalog = [stored(1, null), stored(2, 1, true)];
    const file = [
      told(1, null),
      told(2, null, ['parent_id', 'image']),
      told(3, null, ['parent_id', 'position']),
    ];
    expect(settledCategories(file, catalog)).toMatchObject([
      { id: 1, parent_id: null, name: 'told 1', image: null, position: 1 },
      { id: 2, parent_id: 1, name: 'told 2', image: '/stored.svg', position: 2 },
      { id: 3, parent_id: null, image: null, position: 3 },
    ]);
  });

  it('refuses a category that keeps its place and would stand below itself', () => {
    const catalog = [stored(1, null), stored(5, 1), stored(2, 5)];
    expect(() => settledCategories([told(1, 2), told(2, null, ['parent_id'])], catalog)).toThrow(
      ': row 1 (category 1): the category would be its own ancestor.',
    );
  });

  it('refuses a place that is kept and puts categories too deep, whether or not the file names them', () => {
    const chain = Array.from({ length: 100 }, (_, at) => stored(at + 1, at === 0 ? null : at));
    const kept = told(100, null, ['parent_id']);
    expect(settledCategories([kept], chain)).toHaveLength(1);
    expect(() => settledCategories([kept, told(200, 100)], chain)).toThrow(
      ': row 200 (category 200): the category, or one below it, would stand more than 100 levels deep.',
    );
    const loose = [...chain, stored(300, null), stored(301, 300)];
    expect(() => settledCategories([told(300, 99), told(99, null, ['parent_id'])], loose)).toThrow(
      ': row 300 (category 300): the category, or one below it',
    );
    const deeper = [...chain, stored(101, 100)];
    expect(settledCategories([kept, told(101, 100)], deeper)).toHaveLength(2);
  });

  it('leaves circles to SQL that has made them', () => {
    const catalog = [stored(1, null), stored(8, 9), stored(9, 8)];
    expect(settledCategories([told(1, null)], catalog)).toHaveLength(1);
  });
});
