import { matchesBounded } from './bounded-match.js';

describe('matchesBounded', () => {
  it('matches as the expression itself does', () => {
    expect(matchesBounded(/^[0-9]{5,12}$/u, '51234')).toBe(true);
    expect(matchesBounded(/^[0-9]{5,12}$/u, '5123x')).toBe(false);
    expect(matchesBounded(/^\p{L}+$/u, 'لاعب')).toBe(true);
  });

  it('cuts an expression off that would run for years', () => {
    expect(matchesBounded(/^(?:(a+)+)$/u, `${'a'.repeat(400)}b`)).toBe(false);
  });
});
