import { RefusedSubjects } from './refused-subjects.js';

describe('refused subjects', () => {
  it.each([
    [3, 0, 3],
    [3, 2_001, 1],
    [3, 3_000, 0],
    [60, 0, 60],
    [60, 4_999, 56],
    // The database is asked again.
    [60, 5_000, 0],
  ])('with a delay of %d s, %d ms later, have %d s left', (delaySeconds, ms, left) => {
    const refused = new RefusedSubjects();
    refused.note('one', delaySeconds, 1_000);
    expect(refused.secondsLeft('one', 1_000 + ms)).toBe(left);
    expect(refused.secondsLeft('other', 1_000 + ms)).toBe(0);
  });

  it('are forgotten from the oldest one on when there are too many', () => {
    const refused = new RefusedSubjects();
    for (let index = 0; index <= 10_000; index++) refused.note(String(index), 60, 0);
    const left = ['0', '1', '10000'].map((key) => refused.secondsLeft(key, 0));
    expect(left).toEqual([0, 60, 60]);
  });
});
