import fc from 'fast-check';
import { BEGIN, cursorOf, isSamePlace, placeOf } from './account-place.js';

const HASH = '0123456789abcdef';
const hash = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 16, maxLength: 16 })
  .map((digits) => digits.join(''));
/** A number above 0 with its hash, or neither. */
const numbered = fc.oneof(
  fc.constant([0, ''] as const),
  fc.tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), hash),
);
const place = fc
  .tuple(numbered, numbered)
  .map(([[eventNumber, eventHash], [entryNumber, entryHash]]) => ({
    ...{ eventNumber, eventHash, entryNumber, entryHash },
  }));
const accountId = fc.integer({ min: 1, max: 2_147_483_647 });

describe('the cursor of a place among the events of an account', () => {
  it('names account and place', () => {
    fc.assert(
      fc.property(accountId, place, (id, one) => {
        expect(placeOf(cursorOf(id, one))).toEqual({ accountId: id, place: one });
        expect(cursorOf(id, one)).toMatch(/^[\w-]+$/);
      }),
    );
  });

  it('is the same for the same place alone', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(isSamePlace(one, one)).toBe(true);
        expect(isSamePlace(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
    expect(isSamePlace(BEGIN, { ...BEGIN })).toBe(true);
  });

  it('is no other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = placeOf(text);
        if (found) expect(cursorOf(found.accountId, found.place)).toBe(text);
      }),
    );
  });

  it.each([
    '',
    'undefined',
    `0-0--0-`,
    `07-0--0-`,
    `7-1--0-`,
    `7-0-${HASH}-0-`,
    `7-01-${HASH}-0-`,
    `7-1-${HASH.slice(1)}-0-`,
    `7-1-${HASH.toUpperCase()}-0-`,
    `7-0--1-${HASH}-`,
    `7-0--0-\n`,
    ` 7-0--0-`,
    `7-${'1'.repeat(16)}-${HASH}-0-`,
  ])('is not %j', (text) => {
    expect(placeOf(text)).toBeUndefined();
  });
});
