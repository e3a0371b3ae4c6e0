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

  it('leaves circles to SQL that has made them', () => {
    const catalog = [stored(1, null), stored(8, 9), stored(9, 8)];
    expect(settledCategories([told(1, null)], catalog)).toHaveLength(1);
  });
});
