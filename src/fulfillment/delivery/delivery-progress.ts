import type { FulfillmentOutcome } from '../../orders/delivery/fulfillment-handler.js';
import type { Verdict } from '../../orders/order-close.service.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { storableNote } from '../handlers/outcomes.js';

/** How far a delivery has come. */
export type DeliveryState = Pick<Fulfillment, 'step' | 'tries'> & {
  /** How many handlers the order has. */
  readonly handlers: number;
};

/** What becomes of a delivery. */
export type DeliveryProgress =
  /** A run of the job that was faster has written what comes next. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'goOn';
      readonly step: number;
      readonly tries: number;
      /** When the handler of that step is asked; null leaves the order to the operator. */
      readonly againInSeconds: number | null;
      readonly note: string;
    }
  | { readonly kind: 'close'; readonly verdict: Verdict };

/**
 * What an outcome makes of a delivery.
 * @param outcome of the handler of the present step; null when it leaves the order to the operator.
 * @param tries as they are now: others than the run began with mean that another run has gone on meanwhile.
 */
export function deliveryProgress(
  state: DeliveryState,
  outcome: FulfillmentOutcome | null,
  tries: number,
): DeliveryProgress {
  const { step } = state;
  if (outcome === null) {
    return { kind: 'goOn', step, tries: state.tries, againInSeconds: null, note: '' };
  }
  switch (outcome.kind) {
    case 'delivered': {
      const note = storableNote(outcome.note);
      return { kind: 'close', verdict: { status: 'accept', codes: outcome.codes, note } };
    }
    case 'pending': {
      if (tries !== state.tries) return { kind: 'nothing' };
      const { againInSeconds } = outcome;
      const note = storableNote(outcome.note);
      return { kind: 'goOn', step, tries: tries + 1, againInSeconds, note };
    }
    case 'refused': {
      const reason = storableNote(outcome.reason);
      return step + 1 < state.handlers
        ? { kind: 'goOn', step: step + 1, tries: 0, againInSeconds: 0, note: reason }
        : { kind: 'close', verdict: { status: 'reject', reason } };
    }
  }
}
