import { brokenOutcome, type BrokenConnection, type BrokenOutcome } from './broken-requests.js';

type Last = BrokenConnection['last'];

describe('brokenOutcome', () => {
  /** By the last request: when it can be answered, and when its client has ended it. */
  const table: readonly [Last, BrokenOutcome, BrokenOutcome][] = [
    ['none', 'refuse', 'destroy'],
    ['answered', 'refuse', 'destroy'],
    ['answered-incomplete', 'destroy', 'destroy'],
    ['running', 'end-after-answers', 'end-after-answers'],
    ['running-incomplete', 'refuse-request', 'destroy'],
    ['begun-incomplete', 'destroy', 'destroy'],
  ];

  it.each(table)('after a request that is %s: %s, or %s', (last, answerable, ended) => {
    expect(brokenOutcome({ canAnswer: true, hasWaiting: false, last })).toBe(answerable);
    expect(brokenOutcome({ canAnswer: false, hasWaiting: false, last })).toBe(ended);
  });

  it.each(table)('answers what waits first, after %s', (last) => {
    for (const canAnswer of [true, false]) {
      expect(brokenOutcome({ canAnswer, hasWaiting: true, last })).toBe('end-after-answers');
    }
  });
});
