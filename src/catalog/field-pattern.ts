import { LRUCache } from 'lru-cache';
import { LinearPattern } from '../common/pattern/linear-pattern.js';
import { PatternFault } from '../common/pattern/re2-syntax.js';

/** Characters of a field's value, after trimming and normalization. */
export const MAX_FIELD_VALUE_CHARACTERS = 500;
const MAX_PATTERN_CHARACTERS = 200;

/** The size of the cache of compiled patterns, in pattern parts: some tens of megabytes at most. */
const CACHED_PATTERN_PARTS = 50_000;
/** The memory of a pattern besides its parts, expressed in parts. */
const OVERHEAD_PARTS = 20;

const cache = new LRUCache<string, LinearPattern | UncheckablePattern>({
  maxSize: CACHED_PATTERN_PARTS,
  sizeCalculation: ({ size }) => size + OVERHEAD_PARTS,
});

/** A pattern that cannot be matched in linear time, or is invalid. */
class UncheckablePattern {
  readonly size = 0;

  constructor(readonly fault: string) {}
}

/**
 * Why new fields may not have this pattern, as the end of a sentence; undefined if it can be matched in linear time.
 */
export function fieldPatternFault(pattern: string): string | undefined {
  const read = cachedPattern(pattern);
  return read instanceof UncheckablePattern ? read.fault : undefined;
}

/**
 * True if the whole value matches. Patterns that cannot be matched in linear time may have been stored before they were
 * refused. They accept every value, so that their products can still be ordered; the supplier checks the value.
 */
export function matchesFieldPattern(pattern: string, value: string): boolean {
  const read = cachedPattern(pattern);
  return read instanceof UncheckablePattern || read.matches(value);
}

function cachedPattern(pattern: string): LinearPattern | UncheckablePattern {
  // Not cached, because the pattern is the cache key and is not limited in length.
  if (pattern.length > MAX_PATTERN_CHARACTERS) return new UncheckablePattern('is too long');
  const known = cache.get(pattern);
  if (known) return known;
  const read = readPattern(pattern);
  cache.set(pattern, read);
  return read;
}

function readPattern(pattern: string): LinearPattern | UncheckablePattern {
  try {
    return new LinearPattern(pattern, MAX_FIELD_VALUE_CHARACTERS);
  } catch (error) {
    if (error instanceof PatternFault) {
      return new UncheckablePattern(`cannot be checked: it ${error.message}`);
    }
    if (error instanceof SyntaxError) return new UncheckablePattern('is no regular expression');
    throw error;
  }
}
