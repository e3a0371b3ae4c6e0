import { offeredRows } from './offered-rows.js';

const category = (id: number) => ({ id, path: `Games ${id}`, products: 1, picked: false });
const product = (id: number, category_id: number) => ({
  ...{ id, name: `Card ${id}`, category_id, available: true, cost: '1', price: '2', margin: '1' },
  ...{ product_id: null, picked: false },
});

it('are each category with its products behind it, and those without one last', () => {
  const categories = [category(2), category(1)];
  const products = [product(11, 1), product(31, 3), product(21, 2), product(12, 1)];
  const rows = offeredRows({ categories, products });
  expect(rows.map(({ category: above, product: own }) => above?.id ?? own?.id)).toEqual([
    2, 21, 1, 11, 12, 31,
  ]);
});

it('are none of nothing', () => {
  expect(offeredRows({ categories: [], products: [] })).toEqual([]);
});
