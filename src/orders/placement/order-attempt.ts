/**
 * What earlier tries of the same request may have done in the database although their outcome was not received:
 * - `fresh`: nothing.
 * - `mayBeCommitted`: one may have committed, or its commit may still be running, which claiming the key waits for.
 * - `mayArriveUntil`: the single statement, which commits by itself, may have been executed, or may still be executed
 *   until `time`; seconds since 1970 by the clock of the database.
 */
export type OrderAttempt =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'mayBeCommitted' }
  | { readonly kind: 'mayArriveUntil'; readonly time: number };

/** A try whose outcome was not received. */
export type Interruption =
  /** The connection broke before the single statement was answered, or could not be made. */
  | { readonly kind: 'statementCutOff'; readonly deadline: number }
  /** The database could not be reached, or the connection broke in a transaction, possibly in its commit. */
  | { readonly kind: 'unavailable' };

/** The result of a try. */
export type Finding =
  | Interruption
  /** The idempotency key was claimed, or found. */
  | {
      readonly kind: 'claim';
      /** True when the key was free. */
      readonly isNew: boolean;
      /** True when the access revision is still the one at which the guard admitted the caller. */
      readonly isSameAccess: boolean;
      /** True while the single statement of an earlier try may still be executed. */
      readonly mayStillArrive: boolean;
    }
  /** The key was claimed, and the order is refused. */
  | { readonly kind: 'refusal'; readonly mayStillArrive: boolean }
  /** The key was claimed, and the price or the caller's access ended while the order was checked. */
  | { readonly kind: 'ended' };

/** Roll back and try again in this state. */
export interface TryAgain {
  readonly kind: 'tryAgain';
  readonly attempt: OrderAttempt;
}

/** How the request goes on. */
export type NextAction =
  | TryAgain
  /** Check the order and place it under the claimed key. */
  | { readonly kind: 'place' }
  /** Answer with the order to which the key belongs. */
  | { readonly kind: 'replay' }
  /** Answer with the error: no try has placed the order, and none will. */
  | { readonly kind: 'refuse' }
  /** Roll back and call the guard again: no try has placed the order, and none will. */
  | { readonly kind: 'admitAgain' };

export const FRESH: OrderAttempt = { kind: 'fresh' };

/**
 * Decides how a request goes on after a try. It never refuses an order that an earlier try has placed or may still
 * place, and never places an order twice. After an interruption nothing can be answered, so there is another try.
 * `test/orders/placement/order-at-once.spec.ts` shows the effects with real connections that break.
 */
export function nextAction(
  attempt: OrderAttempt,
  finding: Interruption | { readonly kind: 'ended' },
): TryAgain;
export function nextAction(attempt: OrderAttempt, finding: Finding): NextAction;
export function nextAction(attempt: OrderAttempt, finding: Finding): NextAction {
  switch (finding.kind) {
    case 'claim':
      return actionAfterClaim(attempt, finding);
    case 'refusal':
      return finding.mayStillArrive ? tryAgain(attempt) : { kind: 'refuse' };
    case 'ended':
      // The next try reads the price anew, and calls the guard again if the access has ended.
      return tryAgain(attempt);
    case 'statementCutOff':
      return tryAgain({ kind: 'mayArriveUntil', time: finding.deadline });
    case 'unavailable':
      return tryAgain(attempt.kind === 'fresh' ? { kind: 'mayBeCommitted' } : attempt);
  }
}

function actionAfterClaim(
  attempt: OrderAttempt,
  { isNew, isSameAccess, mayStillArrive }: Extract<Finding, { kind: 'claim' }>,
): NextAction {
  if (isSameAccess) return { kind: isNew ? 'place' : 'replay' };
  // An earlier try of this request, which the guard had admitted, may have placed the order under this key.
  if (!isNew && attempt.kind !== 'fresh') return { kind: 'replay' };
  return mayStillArrive ? tryAgain(attempt) : { kind: 'admitAgain' };
}

function tryAgain(attempt: OrderAttempt): TryAgain {
  return { kind: 'tryAgain', attempt };
}
