import { LEAST_WAIT_MS, MOST_WAIT_MS, nextClearance } from './next-clearance.js';

describe('stocks that were cleared for an earlier lineage', () => {
  it.each([
    // isPending, unanswered, waitedMs
    [false, 0, 0, 'none'],
    [false, 2, MOST_WAIT_MS, 'none'],
    [true, 0, 0, 'wait'],
    [true, 0, LEAST_WAIT_MS - 1, 'wait'],
    [true, 0, LEAST_WAIT_MS, 'clear'],
    [true, 0, MOST_WAIT_MS, 'clear'],
    [true, 1, 0, 'wait'],
    [true, 1, LEAST_WAIT_MS, 'wait'],
    [true, 1, MOST_WAIT_MS - 1, 'wait'],
    [true, 1, MOST_WAIT_MS, 'hold'],
  ] as const)(
    'pending %s, %i unanswered, after %i ms: %s',
    (isPending, unanswered, waitedMs, next) => {
      expect(nextClearance({ isPending, unanswered, waitedMs })).toBe(next);
    },
  );
});
