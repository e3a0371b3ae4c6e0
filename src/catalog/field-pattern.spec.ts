import {
  fieldPatternFault,
  MAX_FIELD_VALUE_CHARACTERS,
  matchesFieldPattern,
} from './field-pattern.js';

describe('matchesFieldPattern', () => {
  it.each([
    ['[0-9]{2}', '12', true],
    ['[0-9]{2}', '123', false],
    ['[0-9]{2}', 'a12', false],
    ['[0-9]{2}', '12\n', false],
    // The whole value must match either, not only its beginning or end.
    ['a|b', 'ax', false],
    ['a|b', 'xb', false],
    ['\\p{Script=Arabic}+', 'معرف', true],
    ['.', '🎮', true],
  ])('%s on %j is %s', (pattern, value, matches) => {
    expect(matchesFieldPattern(pattern, value)).toBe(matches);
  });

  it.each(['([0-9]+)+x', '(a|aa)+$', '(?:[0-9]?){200}x'])('ends for %s', (pattern) => {
    expect(matchesFieldPattern(pattern, '1'.repeat(MAX_FIELD_VALUE_CHARACTERS))).toBe(false);
  });

  it.each(['(?=.*[0-9]).+', '(a)\\1', '(', 'x'.repeat(201)])(
    'accepts every value if the stored pattern is %s',
    (pattern) => {
      expect(fieldPatternFault(pattern)).toBeDefined();
      expect(matchesFieldPattern(pattern, 'anything')).toBe(true);
    },
  );

  it('matches more patterns than the cache holds', () => {
    for (let index = 0; index < 500; index += 1) {
      expect(matchesFieldPattern(`a{${index % 100}}b${index}`, 'b')).toBe(false);
    }
  });
});
