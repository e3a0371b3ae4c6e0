import { inUtc } from './parameters.js';

it.each([
  [{ from: '2026-11-23T08:05' }, { from: '2026-11-23T05:05:00.000Z' }],
  [{ expires_at: '2026-11-23T08:05:07' }, { expires_at: '2026-11-23T05:05:07.000Z' }],
  [{ to: '2026-11-23T08:05:00Z' }, { to: '2026-11-23T08:05:00Z' }],
  [
    { to: 'yesterday', from: '2026-11-23' },
    { to: 'yesterday', from: '2026-11-23' },
  ],
  // A value of an order that looks like a time.
  [{ text: '2026-11-23T08:05' }, { text: '2026-11-23T08:05' }],
])('%j is asked for as %j', (typed, asked) => {
  expect(inUtc(typed as Record<string, string>, 'Europe/Istanbul')).toEqual(asked);
});
