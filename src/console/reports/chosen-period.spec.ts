import { chosenPeriod } from './chosen-period.js';

describe('the period of a report', () => {
  it.each([
    [{}, 'UTC', {}],
    [{ from: '2026-02-01' }, 'UTC', { from: '2026-02-01T00:00:00.000Z' }],
    [{ to: '2026-02-28' }, 'UTC', { to: '2026-03-01T00:00:00.000Z' }],
    [{ to: '2026-12-31' }, 'Asia/Kolkata', { to: '2026-12-31T18:30:00.000Z' }],
    // A day of 23 hours, and one of 25.
    [
      { from: '2026-03-29', to: '2026-03-29' },
      'Europe/Berlin',
      { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' },
    ],
    [
      { from: '2026-10-25', to: '2026-10-25' },
      'Europe/Berlin',
      { from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' },
    ],
    // No day; the check of the report refuses it.
    [{ from: 'x', to: '2026-02-30' }, 'UTC', { from: 'x', to: '2026-02-30' }],
    [{ to: '2026-13-01' }, 'UTC', { to: '2026-13-01' }],
    [{ to: '9999-12-31' }, 'UTC', { to: '9999-12-31' }],
  ])('%j in %s is %j', (typed, timeZone, period) => {
    expect(chosenPeriod(typed, timeZone)).toEqual(period);
  });
});
