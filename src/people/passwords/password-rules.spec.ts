import { fitsPassword, normalPassword, passwordFault } from './password-rules.js';

describe('a new password', () => {
  it.each([
    ['has 12 characters', 'abcdefghijkl'],
    ['has 200', 'abcde'.repeat(40)],
    ['has 5 different ones', 'aaaaaaaabcde'],
    ['has characters outside of the basic plane', '🎮🎲🎯🎸🎺🎻🥁🎷🎹🎼🎧🎤'],
    ['contains a name of two letters', 'abcdefghijal'],
  ])('is taken when it %s', (_, password) => {
    expect(passwordFault(password, 'al')).toBeUndefined();
  });

  it.each([
    ['has 11 characters', 'abcdefghijk', /at least 12/],
    ['has 11 of two code units each', '🎮🎲🎯🎸🎺🎻🥁🎷🎹🎼🎧', /at least 12/],
    ['has one that becomes 18 in the normal form', '\ufdfa', /at least 12/],
    ['has one that becomes many, again and again', '\ufdfa'.repeat(12), /5 different/],
    ['has 201', `${'abcde'.repeat(40)}x`, /at most 200/],
    ['has 4 different ones', 'aaaaaaaaabcd', /5 different/],
    ['contains the name', 'my-ADA-lovelace', /name/],
    ['has half a character', `abcdefghijkl\ud83c`, /cannot be read/],
  ])('is refused when it %s', (_, password, sentence) => {
    expect(passwordFault(password, 'ada')?.message).toMatch(sentence);
  });

  it('is the same in another form of Unicode', () => {
    expect(normalPassword('e\u0301')).toBe(normalPassword('\u00e9'));
    expect(normalPassword('\uff41')).toBe('a');
  });

  it('is measured before it is hashed', () => {
    expect(fitsPassword('x'.repeat(200))).toBe(true);
    expect(fitsPassword('x'.repeat(201))).toBe(false);
  });
});
