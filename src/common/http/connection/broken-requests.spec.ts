import { brokenStep, type BrokenConnection, type BrokenStep } from './broken-requests.js';

type Last = BrokenConnection['last'];

describe('brokenStep', () => {
  /** By the last request: when it can be answered, and when its client has ended it. */
  const table: readonly [Last, BrokenStep, BrokenStep][] = [
    ['none', 'refuse', 'destroy'],
    ['answered', 'refuse', 'destroy'],
    ['answered-incomplete', 'destroy', 'destroy'],
    ['running', 'end-after-answers', 'end-after-answers'],
    ['running-incomplete', 'refuse-request', 'destroy'],
    ['begun-incomplete', 'destroy', 'destroy'],
  ];

  it.each(table)('after a request that is %s: %s, or %s', (last, answerable, ended) => {
    expect(brokenStep({ canAnswer: true, hasWaiting: false, last })).toBe(answerable);
    expect(brokenStep({ canAnswer: false, hasWaiting: false, last })).toBe(ended);
  });

  it.each(table)('answers what waits first, after %s', (last) => {
    for (const canAnswer of [true, false]) {
      expect(brokenStep({ canAnswer, hasWaiting: true, last })).toBe('end-after-answers');
    }
  });
});
