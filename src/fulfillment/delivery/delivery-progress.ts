import { canonicalText } from '../../common/text.js';
import type { FulfillmentOutcome } from '../../orders/delivery/fulfillment-handler.js';
import type { Verdict } from '../../orders/order-closing.service.js';
import type { Fulfillment } from './fulfillment.entity.js';
import { storableNote } from '../handlers/outcomes.js';

/** The state of a delivery. */
type DeliveryState = Pick<Fulfillment, 'step' | 'tries'> & {
  /** The number of handlers that the order has. */
  readonly handlers: number;
};

/** The next state of a delivery. */
export type DeliveryProgress =
  /** Another run of the job has already written the next state. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'goOn';
      readonly step: number;
      readonly tries: number;
      /** The delay before the handler of that step is asked; null leaves the order to the operator. */
      readonly againInSeconds: number | null;
      readonly note: string;
    }
  | { readonly kind: 'close'; readonly verdict: Verdict };

/** The delivery is left to the operator, at the same step. */
export function leftToOperator({ step, tries }: DeliveryState, note: string): DeliveryProgress {
  return { kind: 'goOn', step, tries, againInSeconds: null, note };
}

/**
 * Decides how a delivery continues.
 * @param state when this run of the job started.
 * @param outcome of the handler of the current step; null if the handler leaves the order to the operator.
 * @param tries as stored now. If they differ from those of `state`, another run has asked the handler meanwhile.
 */
export function deliveryProgress(
  state: DeliveryState,
  outcome: FulfillmentOutcome | null,
  tries: number,
): DeliveryProgress {
  const { step } = state;
  if (outcome === null) return leftToOperator(state, '');
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
      const note = storableNote(outcome.reason);
      if (step + 1 < state.handlers) {
        return { kind: 'goOn', step: step + 1, tries: 0, againInSeconds: 0, note };
      }
      const forReseller = canonicalText(storableNote(outcome.reasonForReseller));
      const reasonForReseller = forReseller === '' ? null : forReseller;
      return { kind: 'close', verdict: { status: 'reject', reasonForReseller, note } };
    }
  }
}
