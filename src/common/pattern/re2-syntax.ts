import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** A pattern in the syntax of RE2. */
export interface Re2Pattern {
  readonly text: string;
  /** Number of characters, classes and assertions, counted with all repetitions expanded. */
  readonly size: number;
}

/** Why a pattern cannot be matched in linear time, as the second half of a sentence whose subject is the pattern. */
export class PatternFault extends Error {}

type Range = readonly [first: number, last: number];

const LAST_CODE_POINT = 0x10ffff;
const DIGITS: readonly Range[] = [[0x30, 0x39]];
const WORD: readonly Range[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
/** What `\s` matches in JavaScript; in RE2 it matches only five of these characters. */
const SPACE: readonly Range[] = [
  ...([[0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a]] as const),
  ...([[0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000]] as const),
  [0xfeff, 0xfeff],
]; // prettier-ignore
const LINE_ENDS: readonly Range[] = [[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]]; // prettier-ignore

/** RE2 knows only the short names of general categories. */
const LONG_CATEGORIES = new Map(
  Object.entries({
    Letter: 'L',
    Uppercase_Letter: 'Lu',
    Lowercase_Letter: 'Ll',
    Mark: 'M',
    Number: 'N',
    Decimal_Number: 'Nd',
    Punctuation: 'P',
    Symbol: 'S',
    Separator: 'Z',
    Other: 'C',
  }),
);
const CATEGORY_KEYS = ['General_Category', 'gc'];
const SCRIPT_KEYS = ['Script', 'sc'];
const SHORT_CATEGORY = /^[CLMNPSZ][a-z]?$/;

/**
 * Translates a JavaScript pattern (flag `u`) so that RE2 matches the same texts. Each character and class is written as
 * code points, because the two engines differ in `\s`, `.`, `[]` and others. Groups capture nothing.
 * @param longestText length of the longest text it will be matched with, in UTF-16 units: an upper bound of repetitions
 * that is larger is left out.
 * @throws SyntaxError for a malformed pattern; PatternFault for lookarounds, back references, and whatever else RE2
 * does not support.
 */
export function re2Syntax(pattern: string, longestText: number): Re2Pattern {
  const options = { unicode: true };
  const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, options);
  return new Re2Writer(longestText).alternatives(tree.alternatives);
}

class Re2Writer {
  constructor(private readonly longestText: number) {}

  alternatives(alternatives: readonly AST.Alternative[]): Re2Pattern {
    const written = alternatives.map(({ elements }) => this.sequence(elements));
    return {
      text: `(?:${written.map(({ text }) => text).join('|')})`,
      size: sum(written) + alternatives.length - 1,
    };
  }

  private sequence(elements: readonly AST.Element[]): Re2Pattern {
    const written = elements.map((element) => this.element(element));
    return { text: written.map(({ text }) => text).join(''), size: sum(written) };
  }

  private element(element: AST.Element): Re2Pattern {
    switch (element.type) {
      case 'Group':
        if (element.modifiers) throw new PatternFault('has flags of its own');
        return this.alternatives(element.alternatives);
      case 'CapturingGroup':
        return this.alternatives(element.alternatives);
      case 'Quantifier':
        return this.repeated(element);
      case 'Assertion':
        return one(assertion(element));
      case 'Character':
      case 'CharacterSet':
        return one(`[${member(element)}]`);
      case 'CharacterClass':
        return one(characterClass(element));
      case 'Backreference':
        throw new PatternFault('refers back to a group');
      case 'ExpressionCharacterClass':
        throw new PatternFault('has nested classes');
    }
  }

  private repeated({ element, min, max }: AST.Quantifier): Re2Pattern {
    const { text, size } = this.element(element);
    const most = max >= this.longestText ? '' : String(max);
    const times = Math.max(min, most === '' ? 1 : max, 1);
    return { text: `(?:${text}){${min},${most}}`, size: Math.max(size, 1) * times };
  }
}

function one(text: string): Re2Pattern {
  return { text, size: 1 };
}

function sum(patterns: readonly Re2Pattern[]): number {
  return patterns.reduce((total, { size }) => total + size, 0);
}

function assertion(node: AST.Assertion): string {
  switch (node.kind) {
    case 'start':
      return '\\A';
    case 'end':
      return '\\z';
    case 'word':
      return node.negate ? '\\B' : '\\b';
    case 'lookahead':
    case 'lookbehind':
      throw new PatternFault('looks ahead or behind');
  }
}

function characterClass({ elements, negate }: AST.CharacterClass): string {
  if (elements.length === 0) return `[${negate ? '' : '^'}${ranges([[0, LAST_CODE_POINT]])}]`;
  return `[${negate ? '^' : ''}${elements.map(member).join('')}]`;
}

/** A character or set as it is written between brackets. */
function member(node: AST.CharacterClassElement | AST.Character | AST.CharacterSet): string {
  switch (node.type) {
    case 'Character':
      return ranges([[node.value, node.value]]);
    case 'CharacterClassRange':
      return ranges([[node.min.value, node.max.value]]);
    case 'CharacterSet':
      return characterSet(node);
    // Only the flag `v` has these, and patterns are parsed without it.
    case 'CharacterClass':
    case 'ClassStringDisjunction':
    case 'ExpressionCharacterClass':
      throw new PatternFault('has nested classes');
  }
}

function characterSet(node: AST.CharacterSet): string {
  switch (node.kind) {
    case 'any':
      return ranges(complement(LINE_ENDS));
    case 'digit':
      return ranges(node.negate ? complement(DIGITS) : DIGITS);
    case 'space':
      return ranges(node.negate ? complement(SPACE) : SPACE);
    case 'word':
      return ranges(node.negate ? complement(WORD) : WORD);
    case 'property':
      return `\\${node.negate ? 'P' : 'p'}{${propertyName(node)}}`;
  }
}

function propertyName({ key, value, raw }: AST.UnicodePropertyCharacterSet): string {
  const name = value ?? key;
  const category = LONG_CATEGORIES.get(name) ?? name;
  const isCategory = value === null || CATEGORY_KEYS.includes(key);
  if (isCategory && SHORT_CATEGORY.test(category)) return category;
  if (value !== null && SCRIPT_KEYS.includes(key)) return value;
  throw new PatternFault(`has ${raw}, which is neither a general category nor a script`);
}

function ranges(list: readonly Range[]): string {
  return list.map(([first, last]) => `${codePoint(first)}-${codePoint(last)}`).join('');
}

function codePoint(value: number): string {
  return `\\x{${value.toString(16)}}`;
}

/** All other code points. The ranges must be sorted and must not touch. */
function complement(list: readonly Range[]): Range[] {
  const starts = [0, ...list.map(([, last]) => last + 1)];
  const ends = [...list.map(([first]) => first - 1), LAST_CODE_POINT];
  return starts.map((start, index): Range => [start, ends[index] ?? LAST_CODE_POINT]);
}
