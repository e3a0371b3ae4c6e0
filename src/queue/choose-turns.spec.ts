import { chooseTurns } from './choose-turns.js';

/** @returns the chosen turns, and how many jobs of each may begin. */
function chosen(
  turns: string[],
  free: number,
  {
    running = {},
    slow = [],
    single = [],
  }: { running?: Record<string, number>; slow?: string[]; single?: string[] } = {},
): Record<string, number> {
  const state = { free, running: new Map(Object.entries(running)) };
  const isSlow = (receiver: string) => slow.includes(receiver);
  const all = chooseTurns(turns, state, { isSlow, single });
  return Object.fromEntries(all.map(({ turn, most }) => [turn, most]));
}

it.each([
  ['one alone gets half of the slots', ['7'], 20, {}, { 7: 10 }],
  ['one with jobs gets half of what others leave', ['7'], 10, { running: { 7: 3 } }, { 7: 4 }],
  ['one with as many as are free gets none', ['7', '8'], 3, { running: { 7: 3 } }, { 8: 2 }],
  ['the first are chosen, as many as are free', ['7', '8', '9'], 2, {}, { 7: 1, 8: 1 }],
  ['a slow one gets none', ['7', '8'], 2, { slow: ['7'] }, { 8: 1 }],
  ['or one when it is due', ['7', '8'], 9, { slow: ['7'], single: ['7'] }, { 7: 1, 8: 5 }],
  [
    'in one of its turns',
    ['a.b/7', 'a.b/8'],
    9,
    { slow: ['a.b'], single: ['a.b'] },
    { 'a.b/7': 1 },
  ],
  ['accounts of a listener share', ['a.b/7', 'a.b/8'], 4, { running: { 'a.b': 4 } }, {}],
  ['nothing is free', ['7'], 0, {}, {}],
])('%s', (_what, turns, free, state, expected) => {
  expect(chosen(turns, free, state)).toEqual(expected);
});
