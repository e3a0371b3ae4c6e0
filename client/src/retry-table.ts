import type { Reply } from './reply.js';

/** What an answer of newOrder says about the order key with which it was asked. */
export type Verdict =
  /** There is exactly one order under the key. */
  | 'ordered'
  /** Not known yet: send the very same request again. */
  | 'again'
  /** The key names another order. */
  | 'taken'
  /** The key was sealed: there is no order, and never will be. */
  | 'sealed'
  /** This request ordered nothing and never will; it says nothing about earlier ones. */
  | 'silent'
  /** No request that has arrived so far has ordered. */
  | 'none';

/** The table of docs/api.md, "Sending again"; a spec compares the two. The first row with the code decides. */
export const RETRY_TABLE: readonly {
  readonly codes: readonly (number | readonly [first: number, last: number])[];
  readonly verdict: Verdict;
}[] = [
  { codes: [111, 500], verdict: 'again' },
  { codes: [116], verdict: 'taken' },
  { codes: [117], verdict: 'sealed' },
  // A maintenance ends.
  { codes: [130], verdict: 'again' },
  { codes: [[120, 124], 404, 405], verdict: 'silent' },
  // Some 114 are definite, but only their wording says which.
  { codes: [114], verdict: 'silent' },
];

export function verdictOfCode(code: number): Verdict {
  const row = RETRY_TABLE.find(({ codes }) =>
    codes.some((entry) =>
      typeof entry === 'number' ? entry === code : entry[0] <= code && code <= entry[1],
    ),
  );
  return row?.verdict ?? 'none';
}

/** A 5xx is asked again whatever its code is: a proxy may have written it. */
export function verdictOf(reply: Reply<unknown>): Verdict {
  if (reply.kind === 'ok') return 'ordered';
  if (reply.kind === 'no-answer' || reply.status >= 500) return 'again';
  return verdictOfCode(reply.code);
}

/** Whether the answer to a request that changes nothing may be another one later. */
export function isPassing(reply: Reply<unknown>): boolean {
  return verdictOf(reply) === 'again';
}
