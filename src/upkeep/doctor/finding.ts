/** The most faults that a message names by default. */
export const MAX_NAMED = 5;

export interface Verdict {
  readonly verdict: 'ok' | 'warn' | 'fail';
  /** What was found and, unless it is ok, what to do. */
  readonly message: string;
}

/** The result of one check of `souk doctor`. */
export interface Finding extends Verdict {
  readonly check: string;
}

export const ok = (message: string): Verdict => ({ verdict: 'ok', message });
export const warn = (message: string): Verdict => ({ verdict: 'warn', message });
export const fail = (message: string): Verdict => ({ verdict: 'fail', message });

/** The first of some names, and how many more there are. @param all how many there are, if not all of them are given */
export function namesText(
  names: readonly string[],
  { most = MAX_NAMED, all = names.length, separator = ', ' } = {},
): string {
  const named = names.slice(0, most);
  const more = all - named.length;
  return `${named.join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}
