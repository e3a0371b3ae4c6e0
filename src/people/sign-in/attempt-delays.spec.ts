import {
  ATTEMPT_DELAYS_SECONDS,
  delaySeconds,
  isForgotten,
  remainingDelaySeconds,
} from './attempt-delays.js';

const NOW = new Date('2027-01-31T12:00:00.000Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const TABLE = [0, 0, 1, 5];

describe('the delay after failed attempts', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 5],
    [4, 5],
    [1_000, 5],
  ])('after %d is %d s', (failures, seconds) => {
    expect(delaySeconds(failures, TABLE)).toBe(seconds);
  });

  it.each(Object.entries(ATTEMPT_DELAYS_SECONDS))('grows, and begins with none: %s', (_, table) => {
    expect(table.slice(0, 3)).toEqual([0, 0, 0]);
    expect([...table].sort((one, other) => one - other)).toEqual(table);
    expect(table.at(-1)).toBeGreaterThanOrEqual(15);
  });

  it('makes a code of six digits hard to guess for who knows the password: under 1 in 1,000 a week', () => {
    const admitted =
      ATTEMPT_DELAYS_SECONDS.code.length +
      (7 * 24 * 3600) / delaySeconds(99, ATTEMPT_DELAYS_SECONDS.code);
    // Three codes are right at any time.
    expect((admitted * 3) / 1_000_000).toBeLessThan(1 / 1_000);
  });

  it.each([
    [3, 0, 5],
    [3, 1, 5],
    [3, 4_000, 1],
    [3, 4_999, 1],
    [3, 5_000, 0],
    [3, 9_000, 0],
    [1, 0, 0],
    // The clock has gone back.
    [3, -10_000, 5],
  ])('with %d failures, %d ms after the last one, has %d s left', (failures, ms, left) => {
    expect(remainingDelaySeconds({ failures, lastAt: ago(ms) }, NOW, TABLE)).toBe(left);
  });

  it('is forgotten after a day', () => {
    expect(isForgotten({ failures: 9, lastAt: ago(86_399_999) }, NOW)).toBe(false);
    expect(isForgotten({ failures: 9, lastAt: ago(86_400_000) }, NOW)).toBe(true);
  });
});
