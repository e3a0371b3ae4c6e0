import { LRUCache } from 'lru-cache';
import { LinearPattern } from '../common/pattern/linear-pattern.js';
import { PatternFault } from '../common/pattern/re2-syntax.js';

/** Characters of a field's value, as it is kept and compared. */
export const LONGEST_FIELD_VALUE = 500;
const LONGEST_PATTERN = 200;

/** Parts of all patterns that are kept ready to match: some tens of megabytes at most. */
const READY_PATTERN_PARTS = 50_000;
/** What a pattern takes besides its parts. */
const PARTS_OF_ITS_OWN = 20;

const ready = new LRUCache<string, LinearPattern | UncheckablePattern>({
  maxSize: READY_PATTERN_PARTS,
  sizeCalculation: ({ size }) => size + PARTS_OF_ITS_OWN,
});

/** What there is instead of a pattern that cannot be matched. */
class UncheckablePattern {
  readonly size = 0;

  constructor(readonly fault: string) {}
}

/**
 * Why new fields may not have this pattern, as the end of a sentence; undefined for one that can be matched in linear
 * time.
 */
export function fieldPatternFault(pattern: string): string | undefined {
  const read = readyPattern(pattern);
  return read instanceof UncheckablePattern ? read.fault : undefined;
}

/**
 * True when the whole value matches. A pattern that cannot be matched in linear time, stored before such were refused,
 * is left to whoever delivers: products that were sold yesterday are sold today.
 */
export function matchesFieldPattern(pattern: string, value: string): boolean {
  const read = readyPattern(pattern);
  return read instanceof UncheckablePattern || read.matches(value);
}

function readyPattern(pattern: string): LinearPattern | UncheckablePattern {
  // Not even kept: a key may be no longer than what it is the key of.
  if (pattern.length > LONGEST_PATTERN) return new UncheckablePattern('is too long');
  const known = ready.get(pattern);
  if (known) return known;
  const read = readPattern(pattern);
  ready.set(pattern, read);
  return read;
}

function readPattern(pattern: string): LinearPattern | UncheckablePattern {
  try {
    return new LinearPattern(pattern, LONGEST_FIELD_VALUE);
  } catch (error) {
    if (error instanceof PatternFault) {
      return new UncheckablePattern(`cannot be checked: it ${error.message}`);
    }
    if (error instanceof SyntaxError) return new UncheckablePattern('is no regular expression');
    throw error;
  }
}
