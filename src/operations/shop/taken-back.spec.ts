import { isWhole, takingBackIn, type TakingBackFacts } from './taken-back.js';

const entry = (id: string, of: number, told: Partial<TakingBackFacts> = {}): TakingBackFacts => ({
  ...{ id, details: { entry: of }, outcome: 'done', after: { back: 1 }, ...told },
});

describe('a change', () => {
  it.each([
    ['is not taken back without an entry of that', [], undefined],
    ['is taken back by such an entry', [entry('8', 7)], '8'],
    ['is not taken back by that of another change', [entry('8', 6)], undefined],
    [
      'is not taken back where that has failed',
      [entry('8', 7, { outcome: 'failed: x' })],
      undefined,
    ],
    [
      'is not taken back where nothing went back',
      [entry('8', 7, { after: { back: 0 } })],
      undefined,
    ],
    ['holds again when that is taken back', [entry('9', 8), entry('8', 7)], undefined],
    ['is taken back again', [entry('10', 7), entry('9', 8), entry('8', 7)], '10'],
    ['is taken back still', [entry('10', 9), entry('9', 8), entry('8', 7)], '8'],
  ])('%s', (_, entries, found) => {
    expect(takingBackIn(entries, '7')?.id).toBe(found);
  });

  it.each([
    [{ back: 2, left: 0 }, true],
    [{ back: 2, left: 1, stayed: [{}] }, false],
    [{ name: 'a', left_settings: ['email'] }, false],
  ])('of which %j is told is wholly taken back: %s', (after, whole) => {
    expect(isWhole(entry('8', 7, { after }))).toBe(whole);
  });
});
