import fc from 'fast-check';
import { MAX_PATTERN_NODES, LinearPattern } from './linear-pattern.js';
import { PatternFault } from './re2-syntax.js';

const LONGEST = 500;
const matches = (pattern: string, text: string): boolean =>
  new LinearPattern(pattern, LONGEST).matches(text);
const builtIn = (pattern: string, text: string): boolean =>
  new RegExp(`^(?:${pattern})$`, 'u').test(text);

/** Texts and the parts of patterns that tell the engines apart, if anything does. */
const LETTERS = [
  ...'aAzZ09_-. \t\n\r\v\f@+/\\^$]',
  ...['\u00a0', '\u2028', '\u2029', '\ufeff', '\u3000', '\u0085', 'é', 'İ', 'ſ', '٣', 'ل', '中', '🎮'],
]; // prettier-ignore
const ATOMS = [
  ...['a', 'z', '0', '_', 'é', '中', '🎮', ' ', '\\n', '\\t', '\\u0041', '\\u{1F3AE}', '\\x2d'],
  ...['\\.', '\\/', '\\\\', '\\^', '\\]', '[\\0]', '\\cJ', '.', '\\d', '\\D', '\\w', '\\W'],
  ...['\\s', '\\S', '[a-z]', '[^a-z]', '[0-9_]', '[\\s\\d]', '[^\\s\\d]', '[\\S]', '[\\W_]', '[]'],
  ...['[^]', '[-a]', '[a\\-z]', '[\\]]', '[[]', '[\\b]', '\\p{L}', '\\P{L}', '\\p{Lu}', '\\p{Letter}'],
  ...['\\p{Nd}', '\\p{gc=N}', '\\p{Script=Arabic}', '\\p{sc=Han}', '[\\p{L}\\d]', '[^\\p{L}]'],
  ...['^', '$', '\\b', '\\B'],
]; // prettier-ignore
const QUANTIFIERS = ['', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,3}?', '{2,}'];

const atom = fc.constantFrom(...ATOMS);
/** An assertion cannot be repeated. */
const isAssertion = (text: string): boolean => /^(?:[$^]|\\[bB])$/.test(text);
const repeated = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(part, fc.constantFrom(...QUANTIFIERS))
    .map(([text, quantifier]) => (isAssertion(text) ? text : text + quantifier));
const anyOf = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.array(repeated(part), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((alternatives) => alternatives.map((parts) => parts.join('')).join('|'));
const grouped = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom('(', '(?:'), part).map(([open, inner]) => `${open}${inner})`);
/** Patterns with groups in groups, so many deep. */
const patterns = (depth: number): fc.Arbitrary<string> =>
  anyOf(depth === 0 ? atom : fc.oneof(atom, grouped(patterns(depth - 1))));
const texts = (maxLength: number) =>
  fc.array(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength }), {
    minLength: 10,
    maxLength: 10,
  });

describe('LinearPattern', () => {
  // For longer texts and deeper groups the built-in engine may need seconds.
  it.each([
    [1, 5],
    [2, 3],
  ])('matches what the built-in engine matches, with groups %i deep', (depth, longest) => {
    fc.assert(
      fc.property(patterns(depth), texts(longest), (pattern, list) => {
        const linear = new LinearPattern(pattern, LONGEST);
        for (const text of list) {
          expect([pattern, text, linear.matches(text)]).toEqual([
            pattern,
            text,
            builtIn(pattern, text),
          ]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(ATOMS.filter((text) => !isAssertion(text)))(
    'knows the same characters by %s as the built-in engine',
    (pattern) => {
      const linear = new LinearPattern(pattern, LONGEST);
      for (const letter of LETTERS) {
        expect([letter, linear.matches(letter)]).toEqual([letter, builtIn(pattern, letter)]);
      }
    },
  );

  it.each([
    ['[0-9]{5,12}', '51234'],
    ['^[0-9]{5,12}$', '5123x'],
    ['[^@\\s]{1,64}@[^@\\s]{1,255}', 'a@b.example'],
    ['(?<id>\\d+)(?:-\\d+)?', '12-3'],
    ['.{1,500}', 'x'.repeat(500)],
    ['.{0,10000}', 'x'.repeat(500)],
    ['\\+?[0-9]{7,15}', '+4915112345678'],
    ['[A-Z0-9]{4}(-[A-Z0-9]{4}){3}', 'AB12-CD34-EF56-GH78'],
    ['a|b', 'ax'],
    ['', ''],
  ])('reads the usual pattern %s', (pattern, text) => {
    expect(matches(pattern, text)).toBe(builtIn(pattern, text));
  });

  it.each([
    ['([0-9]+)+x', '1'],
    ['(a+)+$', 'a'],
    ['(?:(?:a|b|ab|ba|aa|bb)?){30}c', 'ab'],
    ['(?:.?.?.?.?.?){90}x', 'a'],
    ['(\\w*)*(\\d*)*(\\w*)*!', '1'],
  ])('ends for %s with a text that the built-in engine would not end for', (pattern, part) => {
    expect(matches(pattern, part.repeat(LONGEST / part.length))).toBe(pattern === '(a+)+$');
  });

  it('takes no text that is too long', () => {
    expect(matches('a*', 'a'.repeat(LONGEST))).toBe(true);
    expect(matches('a*', 'a'.repeat(LONGEST + 1))).toBe(false);
  });

  it('remembers only what it was last asked', () => {
    const linear = new LinearPattern('a+', LONGEST);

    expect(['a', 'a', 'b', 'b', 'a', ''].map((text) => linear.matches(text))).toEqual([
      ...[true, true, false, false, true, false],
    ]);
  });

  it.each([
    ['(?=a)b', 'looks ahead or behind'],
    ['(?<!a)b', 'looks ahead or behind'],
    ['(a)\\1', 'refers back to a group'],
    ['(?<x>a)\\k<x>', 'refers back to a group'],
    ['(?i:a)', 'has flags of its own'],
    ['\\p{Alphabetic}', 'is neither a general category'],
    ['\\p{scx=Arab}', 'is neither a general category'],
    ['\\p{sc=Arab}', 'no linear engine knows'],
    ['(?:a{30}){30}', `more than ${MAX_PATTERN_NODES}`],
    ['(?:(?:){499}){499}', `more than ${MAX_PATTERN_NODES}`],
    ['a{499}b{499}', `more than ${MAX_PATTERN_NODES}`],
  ])('refuses %s, because it %s', (pattern, why) => {
    const linear = (): unknown => new LinearPattern(pattern, LONGEST);

    expect(linear).toThrow(PatternFault);
    expect(linear).toThrow(why);
  });

  it.each(['(', '[', '*', ']', 'a{2', '\\p{Nothing}', '\\q'])(
    'finds no expression in %s',
    (text) => {
      expect(() => new LinearPattern(text, LONGEST)).toThrow(SyntaxError);
    },
  );
});
