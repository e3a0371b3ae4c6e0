import type { SupplierVerdict } from '../supplier/supplier-answers.js';

/** The supplier's answer to a request to seal an idempotency key. */
export type Sealing = { readonly kind: 'sealed' } | SupplierVerdict;

/** An attempt that is stored as refused, with the supplier's answers of this run. */
export interface RefusedAttempt {
  /**
   * How often the order was sent under the key of the attempt, as far as this database knows. A purchase that a restore
   * or a failover has lost is not counted.
   */
  readonly sends: number;
  /** True if the last request may still arrive at the supplier. */
  readonly mayStillArrive: boolean;
  /** The answer to the request to seal the key; undefined before that request. */
  readonly sealing?: Sealing;
  /** The answer to a plain `check`, which is sent if the supplier cannot seal keys; undefined before that request. */
  readonly checked?: SupplierVerdict;
}

type RefusedStep =
  /** No order exists under the key and none ever will, so the refusal is final. */
  | { readonly kind: 'refuse' }
  /** Ask the supplier to seal the key. */
  | { readonly kind: 'seal' }
  /** Ask the supplier by `check` whether there is an order under the key. */
  | { readonly kind: 'check' }
  /** The supplier's answer says more than the stored refusal; continue with that answer. */
  | { readonly kind: 'follow'; readonly verdict: SupplierVerdict }
  /** Ask again later, because an earlier request may still arrive. */
  | { readonly kind: 'wait' };

/**
 * Decides how to make sure that a refused attempt stays refused. A request that is still in transit, or that a proxy
 * repeats, could become an order after the refund, and a lost purchase may be one already. A sealed key rules that out.
 */
export function refusedStep({
  sends,
  mayStillArrive,
  sealing,
  checked,
}: RefusedAttempt): RefusedStep {
  if (!sealing) return { kind: 'seal' };
  if (sealing.kind === 'sealed') return { kind: 'refuse' };
  // Shops that cannot seal keys either ignore `seal` or answer with an error.
  const verdict = sealing.kind === 'unknown' ? checked : sealing;
  if (!verdict) return { kind: 'check' };
  if (verdict.kind !== 'unseen') return { kind: 'follow', verdict };
  // If the order was sent once, the refusal was the answer to that request, so nothing is in transit.
  return sends <= 1 || !mayStillArrive ? { kind: 'refuse' } : { kind: 'wait' };
}
