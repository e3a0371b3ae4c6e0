/**
 * What earlier tries of the same request may have done to the database without our hearing of it:
 * - `fresh`: nothing.
 * - `mayBeCommitted`: one may have committed; nothing of it is under way any more.
 * - `mayArriveUntil`: a statement that places the order by itself may be carried out until that time; seconds since
 *   1970 by the clock of the database. It may have been carried out already.
 */
export type OrderAttempt =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'mayBeCommitted' }
  | { readonly kind: 'mayArriveUntil'; readonly time: number };

/** What a try has learned. */
export type Finding =
  /** The idempotency key was claimed, or found. */
  | {
      readonly kind: 'claim';
      /** Nobody had the key before. */
      readonly isNew: boolean;
      /** Nothing has changed since the guard let the caller in. */
      readonly isSameAccess: boolean;
      readonly mayStillArrive: boolean;
    }
  /** The key was claimed, and a check refuses the order. */
  | { readonly kind: 'refusal'; readonly mayStillArrive: boolean }
  /** The connection was cut while a statement that places the order by itself was on its way. */
  | { readonly kind: 'statementCutOff'; readonly deadline: number }
  /** The database could not be reached, or broke off a transaction, perhaps in its commit. */
  | { readonly kind: 'unavailable' };

export type Step =
  /** Check the order and place it, under the key that was just claimed. */
  | { readonly kind: 'place' }
  /** Answer the order that has the key. */
  | { readonly kind: 'replay' }
  /** Answer with the check's error: no try has placed the order, and none will. */
  | { readonly kind: 'refuse' }
  /** Give the key back and let the guard decide again; no try has placed the order, and none will. */
  | { readonly kind: 'admitAgain' }
  /** Give the key back and try again, in this state. */
  | { readonly kind: 'tryAgain'; readonly attempt: OrderAttempt };

export const FRESH: OrderAttempt = { kind: 'fresh' };

/**
 * The whole decision between the tries of one request. It must never refuse an order that an earlier try has placed or
 * may still place, and never place one twice.
 */
export function nextStep(attempt: OrderAttempt, finding: Finding): Step {
  switch (finding.kind) {
    case 'claim':
      return stepAfterClaim(attempt, finding);
    case 'refusal':
      return finding.mayStillArrive ? tryAgain(attempt) : { kind: 'refuse' };
    case 'statementCutOff':
      return tryAgain({ kind: 'mayArriveUntil', time: finding.deadline });
    case 'unavailable':
      return tryAgain(attempt.kind === 'fresh' ? { kind: 'mayBeCommitted' } : attempt);
  }
}

function stepAfterClaim(
  attempt: OrderAttempt,
  { isNew, isSameAccess, mayStillArrive }: Extract<Finding, { kind: 'claim' }>,
): Step {
  if (isSameAccess) return { kind: isNew ? 'place' : 'replay' };
  // The key may have become an order by an earlier try of this very request, which the guard had let in.
  if (!isNew && attempt.kind !== 'fresh') return { kind: 'replay' };
  return mayStillArrive ? tryAgain(attempt) : { kind: 'admitAgain' };
}

function tryAgain(attempt: OrderAttempt): Step {
  return { kind: 'tryAgain', attempt };
}
