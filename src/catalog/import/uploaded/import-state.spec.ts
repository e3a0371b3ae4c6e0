import { ConflictError } from '../../../common/app-error.js';
import {
  assertApplicable,
  assertComparable,
  shownState,
  type ImportState,
  type StoredState,
} from './import-state.js';

const refuses = (work: () => void): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof ConflictError) return true;
    throw error;
  }
};

it.each<[StoredState, number, ImportState]>([
  ['reading', 60, 'reading'],
  ['reading', 61, 'interrupted'],
  ['comparing', 60, 'comparing'],
  ['comparing', 61, 'interrupted'],
  ['ready', 1_000, 'ready'],
  ['refused', 1_000, 'refused'],
  ['applied', 1_000, 'applied'],
])('an import that is %s, of a server silent for %i seconds, is %s', (state, seconds, shown) => {
  expect(shownState(state, seconds)).toBe(shown);
});

it.each<[ImportState, applicable: boolean, comparable: boolean]>([
  ['reading', false, false],
  ['comparing', false, false],
  ['interrupted', false, true],
  ['refused', false, false],
  ['ready', true, true],
  ['applied', false, false],
])('an import that is %s may be applied: %p, and compared: %p', (state, applicable, comparable) => {
  expect(
    refuses(() => {
      assertApplicable(state, 'a', 'a');
    }),
  ).toBe(!applicable);
  expect(
    refuses(() => {
      assertComparable(state, true);
    }),
  ).toBe(!comparable);
  expect(
    refuses(() => {
      assertComparable(state, false);
    }),
  ).toBe(true);
});

it.each([
  ['b', 'a'],
  [null, 'a'],
])('a difference %j is not applied as %j', (digest, shown) => {
  expect(
    refuses(() => {
      assertApplicable('ready', digest, shown);
    }),
  ).toBe(true);
});
