import type { FieldLimits } from './form-state.js';

/** How wide a field is, by what it takes. */
export type FieldWidth = 'number' | 'moment' | 'code' | 'short' | 'long';

interface TakenText extends FieldLimits {
  /** Of the input. */
  readonly type: string;
}

/** Characters of the longest codes and names of things, and of the longest texts that stand in one line. */
const MAX_CODE = 60;
const MAX_SHORT = 500;

/** The width of a field of one line. One without a limit takes a short text. */
export function fieldWidth({ type, isDecimal, maxLength = MAX_SHORT }: TakenText): FieldWidth {
  if (type === 'date' || type === 'datetime-local') return 'moment';
  if (isDecimal || type === 'number') return 'number';
  if (maxLength <= MAX_CODE) return 'code';
  return maxLength <= MAX_SHORT ? 'short' : 'long';
}
