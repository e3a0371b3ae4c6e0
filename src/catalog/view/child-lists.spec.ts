import { productRow } from '../../../test/support/catalog-rows.js';
import { ChildLists } from './child-lists.js';
import type { ProductRow } from './catalog-snapshot.js';

const categoryOf = ({ categoryId }: ProductRow): number => categoryId;

/** How many arrays the work reads by their iterators, as a spread does. */
function arraysRead(work: () => void): number {
  const property = Object.getOwnPropertyDescriptor(Array.prototype, Symbol.iterator)!;
  const iterator = property.value as (this: unknown[]) => ArrayIterator<unknown>;
  let count = 0;
  const counted = function (this: unknown[]): ArrayIterator<unknown> {
    count += 1;
    return iterator.call(this);
  };
  Object.defineProperty(Array.prototype, Symbol.iterator, { ...property, value: counted });
  try {
    work();
  } finally {
    Object.defineProperty(Array.prototype, Symbol.iterator, property);
  }
  return count;
}

it('copies the list of a parent once, however many of its items change', () => {
  const before = Array.from({ length: 500 }, (_, index) => productRow(index + 1));
  const changes = before.map((row) => ({ before: row, now: { ...row, price: '2' } }));
  const lists = ChildLists.of(before, categoryOf);
  let after = lists;
  expect(
    arraysRead(() => {
      after = lists.with(changes);
    }),
  ).toBeLessThan(20);
  expect(after.in(1)).toEqual(changes.map(({ now }) => now));
  expect(lists.in(1)).toEqual(before);
});

it('shares the lists of all other parents, and has none of a parent without items', () => {
  const [one, two, three] = [1, 2, 3].map((id) => productRow(id, { categoryId: id })) as [
    ProductRow,
    ProductRow,
    ProductRow,
  ];
  const lists = ChildLists.of([one, two, three], categoryOf);
  const moved = { ...three, categoryId: 1, position: -1 };
  const after = lists.with([{ before: three, now: moved }]);
  expect([1, 2, 3].map((id) => after.in(id))).toEqual([[moved, one], [two], []]);
  expect(after.in(2)).toBe(lists.in(2));
});
