import type { Revisions } from '../../database/revision/revisions.js';
import { ageOf, hasEnded, isCurrent } from './snapshot-freshness.js';

function revisions(catalog: string, at: number): Revisions {
  return { catalog, access: '1', history: 'one', otherForms: true, at, clock: 0 };
}

/** The catalog is of revision 7, as was seen at the time 200. */
const PRESENT = revisions('7', 200);

describe('a snapshot', () => {
  it.each([
    ['of the revision', '7', 100, true],
    ['of the revision, read later', '7', 300, true],
    ['of another revision, read before it was seen', '6', 100, false],
    ['of another revision, read at the same moment', '6', 200, false],
    ['of another revision, read after it was seen', '8', 300, true],
    // A restored database counts anew: only equality and time say which is later.
    ['of a higher revision, read before it was seen', '9', 100, false],
  ])('%s', (_, revision, currentAt, current) => {
    expect(isCurrent({ revision, currentAt }, PRESENT)).toBe(current);
  });
});

describe('the facts of policies', () => {
  it.each([
    ['before their end', 10, 9.999, false],
    ['at their end', 10, 10, true],
    ['after their end', 10, 10.001, true],
    ['without an end', undefined, 1e9, false],
  ])('%s', (_, goodUntil, clock, ended) => {
    expect(hasEnded({ goodUntil }, clock)).toBe(ended);
  });

  it('of no policies never end', () => {
    expect(hasEnded(undefined, 1e9)).toBe(false);
  });
});

describe('the age of a snapshot that was just read', () => {
  it.each([
    ['as wanted: when that was seen, since a replica may lag', '7', '7', 100],
    ['a later one: when its reading began', '8', '7', 300],
    ['an earlier one: when its reading began', '6', '7', 300],
  ])('%s', (_, revision, wanted, currentAt) => {
    expect(ageOf(revision, revisions(wanted, 100), 300)).toEqual({ revision, currentAt });
  });
});
