import { ConflictError } from '../../../common/app-error.js';
import {
  assertApplicable,
  assertComparable,
  assertIdle,
  NOT_FINISHED,
  shownApplyFault,
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
  ['reading', 20, 'reading'],
  ['reading', 21, 'interrupted'],
  ['comparing', 20, 'comparing'],
  ['comparing', 21, 'interrupted'],
  ['ready', 1_000, 'ready'],
  ['refused', 1_000, 'refused'],
  ['applied', 1_000, 'applied'],
])('an import that is %s, of a server silent for %i seconds, is %s', (state, seconds, shown) => {
  const progress = { state, applying: false, silentSeconds: seconds, applyFault: null };
  expect([shownState(progress), shownApplyFault(progress)]).toEqual([shown, null]);
});

it.each<[StoredState, boolean, number, string | null, ImportState, string | null]>([
  ['ready', true, 20, null, 'applying', null],
  ['ready', true, 21, null, 'ready', NOT_FINISHED],
  ['ready', true, 21, 'The catalog was changed.', 'ready', NOT_FINISHED],
  ['ready', false, 0, 'The catalog was changed.', 'ready', 'The catalog was changed.'],
  ['applied', true, 0, null, 'applied', null],
  ['applied', false, 0, 'The catalog was changed.', 'applied', null],
  ['comparing', true, 0, 'The catalog was changed.', 'comparing', null],
])(
  'an import that is %s, applying: %p, silent for %i seconds, with the fault %p, is %s with the fault %p',
  (...row) => {
    const [state, applying, silentSeconds, applyFault, shown, fault] = row;
    const progress = { state, applying, silentSeconds, applyFault };
    expect([shownState(progress), shownApplyFault(progress)]).toEqual([shown, fault]);
  },
);

it.each<[ImportState, applicable: boolean, comparable: boolean, idle: boolean]>([
  ['reading', false, false, true],
  ['comparing', false, false, true],
  ['interrupted', false, true, true],
  ['refused', false, false, true],
  ['ready', true, true, true],
  ['applying', false, false, false],
  ['applied', false, false, true],
])('an import that is %s may be applied: %p, compared: %p, forgotten: %p', (...row) => {
  const [state, applicable, comparable, idle] = row;
  expect(
    refuses(() => {
      assertIdle(state);
    }),
  ).toBe(!idle);
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
