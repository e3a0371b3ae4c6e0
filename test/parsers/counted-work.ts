import { Session, type Profiler } from 'node:inspector';

/** A regular expression that was given a text. */
export interface UsedExpression {
  readonly source: string;
  readonly flags: string;
  /** Of the longest text that it was given, in UTF-16 units. */
  longest: number;
}

export interface CountedWork {
  /**
   * Executions of every block of our code, loops included, and every character given to a function of the language
   * that reads a text or list from end to end.
   */
  readonly steps: number;
  /** Of them, the executions of blocks. */
  readonly blocks: number;
  readonly expressions: readonly UsedExpression[];
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

const STRING_METHODS = [
  ...['split', 'replace', 'replaceAll', 'trim', 'trimStart', 'trimEnd', 'toLowerCase', 'includes'],
  ...['toUpperCase', 'indexOf', 'lastIndexOf', 'match', 'matchAll', 'search', 'toWellFormed'],
  ...['isWellFormed', 'padStart', 'padEnd', 'repeat'],
];
const ARRAY_METHODS = ['includes', 'indexOf', 'join', 'concat', 'slice', 'reverse', 'sort'];
const GLOBAL_FUNCTIONS = ['decodeURIComponent', 'encodeURIComponent'];
const EXPRESSION_METHODS = [
  ...['exec', 'test', Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.search, Symbol.split],
];

/**
 * Counts work without a clock: blocks of the code below src/ by V8's precise coverage, whatever modules were imported
 * after `begin`, and texts given to built-in functions by standing in front of them. How long an expression takes for
 * its text is not counted: whoever asks has to prove of each that it is linear.
 */
export class WorkCounter {
  private readonly session = new Session();
  private readonly undo: (() => void)[] = [];
  private readonly expressions = new Map<string, UsedExpression>();
  private builtIn = 0;
  /** Functions of the language call one another; only what our code calls is counted. */
  private within = false;

  begin(): void {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  end(): void {
    this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }

  count(work: () => void): CountedWork {
    this.builtIn = 0;
    // A run that is ended by a time limit returns nothing.
    this.within = false;
    this.expressions.clear();
    this.blocks();
    this.standBetween();
    try {
      work();
    } finally {
      for (const restore of this.undo.splice(0)) restore();
    }
    const blocks = this.blocks();
    const expressions = [...this.expressions.values()];
    return { steps: blocks + this.builtIn, blocks, expressions };
  }

  /** Since it was last asked. */
  private blocks(): number {
    let steps = 0;
    this.session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error;
      steps = blocksOf(coverage.result);
    });
    return steps;
  }

  private standBetween(): void {
    for (const name of STRING_METHODS) {
      this.wrap(String.prototype, name, (text) => String(text).length);
    }
    this.wrap(String.prototype, 'normalize', (text) => normalizingSteps(String(text)));
    for (const name of ARRAY_METHODS) {
      this.wrap(Array.prototype, name, (list) => (list as unknown[]).length);
    }
    for (const name of GLOBAL_FUNCTIONS) this.wrap(globalThis, name, lengthOfFirst);
    this.wrap(JSON, 'parse', lengthOfFirst);
    for (const name of EXPRESSION_METHODS) {
      this.wrap(RegExp.prototype, name, (expression, [text]) =>
        this.note(expression as RegExp, String(text)),
      );
    }
  }

  private note({ source, flags }: RegExp, text: string): number {
    const key = `/${source}/${flags}`;
    const used = this.expressions.get(key) ?? { source, flags, longest: 0 };
    used.longest = Math.max(used.longest, text.length);
    this.expressions.set(key, used);
    return text.length;
  }

  private wrap(
    owner: object,
    name: string | symbol,
    steps: (target: unknown, values: readonly unknown[]) => number,
  ): void {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    const original = descriptor?.value as Method;
    const counted = (target: unknown, values: unknown[]): unknown =>
      this.run(original, target, values, steps);
    const value = function (this: unknown, ...values: unknown[]): unknown {
      return counted(this, values);
    };
    Object.defineProperty(owner, name, { ...descriptor, value });
    this.undo.push(() => Object.defineProperty(owner, name, descriptor ?? {}));
  }

  private run(
    original: Method,
    target: unknown,
    values: unknown[],
    steps: (target: unknown, values: readonly unknown[]) => number,
  ): unknown {
    if (this.within) return original.apply(target, values);
    this.within = true;
    try {
      this.builtIn += 1 + steps(target, values);
      // A text is split and replaced by the methods of the expression.
      const [pattern] = values;
      if (pattern instanceof RegExp) this.note(pattern, String(target));
      return original.apply(target, values);
    } finally {
      this.within = false;
    }
  }
}

function lengthOfFirst(_target: unknown, [text]: readonly unknown[]): number {
  return String(text).length;
}

/** Marks in a row are sorted by insertion. */
function normalizingSteps(text: string): number {
  const runs = text.match(/\p{M}+/gu) ?? [];
  return text.length + runs.reduce((steps, run) => steps + run.length ** 2, 0);
}

function blocksOf(scripts: readonly Profiler.ScriptCoverage[]): number {
  let steps = 0;
  for (const { url, functions } of scripts) {
    if (!url.includes('/src/') || url.includes('node_modules')) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}
