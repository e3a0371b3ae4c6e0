import fc from 'fast-check';
import { hasValue, inParts } from './has-value.js';

const ORDER = {
  ...{ accountId: 1, orderId: 'ID_1' },
  fields: { playerId: 'Ab12', zone: '7' },
  extraParameters: [['nick', 'Zoë']] as [string, string][],
};

describe('hasValue', () => {
  it.each(['ab12', '7', 'zoë', undefined])('finds %s in fields and extra parameters', (form) => {
    expect(hasValue(ORDER, form)).toBe(true);
  });

  it.each(['ab1', 'playerid', 'nick', ''])('finds no part, no name and nothing: %s', (form) => {
    expect(hasValue(ORDER, form)).toBe(false);
  });
});

describe('inParts', () => {
  it('keeps all items in their order, and has at most so many of the meant ones in a part', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.integer({ min: 1, max: 5 }), (items, most) => {
        const parts = inParts(items, (isMeant) => isMeant, most);
        expect(parts.flat()).toEqual(items);
        for (const part of parts) {
          expect(part.length).toBeGreaterThan(0);
          expect(part.filter(Boolean).length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
