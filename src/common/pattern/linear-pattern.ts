import { RE2JS, RE2JSException } from 're2js';
import { PatternFault, re2Syntax } from './re2-syntax.js';

/**
 * Most characters, classes and assertions of a pattern, counted with its repetitions expanded. A match takes at most
 * this many steps for each character of the text.
 */
export const MAX_PATTERN_NODES = 500;

/**
 * An untrusted JavaScript pattern (flag `u`), matched against whole texts in time linear in their length. The built-in
 * engine backtracks: with `(a+)+b`, a few dozen characters would block the server for years.
 */
export class LinearPattern {
  readonly size: number;
  private readonly program: RE2JS;
  /** The last result, since one order is checked more than once. */
  private last: { readonly text: string; readonly matches: boolean } | undefined;

  /**
   * @param longestText in UTF-16 units
   * @throws SyntaxError, PatternFault
   */
  constructor(
    pattern: string,
    private readonly longestText: number,
  ) {
    const { text, size } = re2Syntax(pattern, longestText);
    if (size > MAX_PATTERN_NODES) {
      throw new PatternFault(`has more than ${MAX_PATTERN_NODES} parts, repetitions counted`);
    }
    this.size = size;
    this.program = compiled(text);
  }

  /** True when the pattern matches the whole text; never for a text that is too long. */
  matches(text: string): boolean {
    if (text.length > this.longestText) return false;
    if (this.last?.text !== text) this.last = { text, matches: this.run(text) };
    return this.last.matches;
  }

  /** Not by `testExact`, which builds and keeps an automaton of up to 8 MiB for each pattern. */
  private run(text: string): boolean {
    return this.program.matcher(text).matches();
  }
}

function compiled(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternFault('has something that no linear engine knows', { cause: error });
  }
}
