import type { SupplierVerdict } from '../supplier/supplier-answers.js';

/** What a supplier says when it is asked to seal a key. */
export type Sealing = { readonly kind: 'sealed' } | SupplierVerdict;

/** An attempt that is stored as refused, and what the supplier was asked about it in this round. */
export interface RefusedAttempt {
  /** How often the order was sent under the attempt's key. */
  readonly sends: number;
  /** The last of them may still be on its way to the supplier. */
  readonly mayStillArrive: boolean;
  /** The answer to the request to seal the key; undefined before it was asked. */
  readonly sealing?: Sealing;
  /** The answer to a plain look, which is asked for where the supplier does not understand sealing. */
  readonly look?: SupplierVerdict;
}

export type RefusedStep =
  /** No order exists under the key, and none ever will: the refusal counts. */
  | { readonly kind: 'refuse' }
  /** Ask the supplier to seal the key. */
  | { readonly kind: 'seal' }
  /** Ask what the supplier knows under the key. */
  | { readonly kind: 'look' }
  /** The supplier knows something after all; go by that. */
  | { readonly kind: 'follow'; readonly verdict: SupplierVerdict }
  /** An earlier try may still arrive. */
  | { readonly kind: 'wait' };

/**
 * Makes sure that a refused attempt stays refused. A try that is still on its way, or that a proxy repeats, could
 * become an order after the money was given back; to seal its key rules that out.
 */
export function refusedStep({ sends, mayStillArrive, sealing, look }: RefusedAttempt): RefusedStep {
  if (sends === 0) return { kind: 'refuse' };
  if (!sealing) return { kind: 'seal' };
  if (sealing.kind === 'sealed') return { kind: 'refuse' };
  // Other shops cannot seal; some refuse to be asked.
  const verdict = sealing.kind === 'unknown' ? look : sealing;
  if (!verdict) return { kind: 'look' };
  if (verdict.kind !== 'unseen') return { kind: 'follow', verdict };
  // An only try has been answered by the refusal itself.
  return sends === 1 || !mayStillArrive ? { kind: 'refuse' } : { kind: 'wait' };
}
