export interface Verdict {
  readonly verdict: 'ok' | 'warn' | 'fail';
  /** What was found and, unless it is ok, what to do. */
  readonly message: string;
}

/** The result of one check of `souk doctor`. */
export interface Finding extends Verdict {
  readonly check: string;
}
