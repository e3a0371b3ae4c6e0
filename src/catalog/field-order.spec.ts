import { changesFieldOrder } from './field-order.js';

const named = (names: string) => [...names].map((name) => ({ name }));

it.each([
  ['ab', 'ba', true],
  ['abc', 'acb', true],
  ['abc', 'cb', true],
  ['ab', 'bc', true],
  ['ab', 'ca', true],
  ['ab', 'bac', true],
  ['ab', 'ab', false],
  ['ab', 'ac', false],
  ['ab', 'cd', false],
  ['ab', 'abc', false],
  ['ab', 'cab', false],
  ['ab', 'b', false],
  ['', 'ab', false],
  ['ab', '', false],
])('from %s to %s the fields change their order: %s', (before, after, changes) => {
  expect(changesFieldOrder(named(before), named(after))).toBe(changes);
});
