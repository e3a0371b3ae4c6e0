import { chosenPeriod } from './chosen-period.js';

describe('the period of a report', () => {
  it.each([
    [{}, {}],
    [{ from: '2026-02-01' }, { from: '2026-02-01T00:00:00Z' }],
    [{ to: '2026-02-28' }, { to: '2026-03-01T00:00:00.000Z' }],
    [{ to: '2026-12-31' }, { to: '2027-01-01T00:00:00.000Z' }],
    // No day; the check of the report refuses it.
    [
      { from: 'x', to: '2026-02-30' },
      { from: 'x', to: '2026-02-30' },
    ],
    [{ to: '2026-13-01' }, { to: '2026-13-01' }],
  ])('%j is %j', (typed, period) => {
    expect(chosenPeriod(typed)).toEqual(period);
  });
});
