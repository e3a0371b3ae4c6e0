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

/** What has become of a delivery while its handler was asked. */
interface MeanwhileState {
  /** If they differ from those at the start, another run has asked the handler. */
  readonly tries: number;
  /** True if somebody wants the handler to be asked now, such as a supplier that has called back. */
  readonly isWanted: boolean;
}

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
 */
export function deliveryProgress(
  state: DeliveryState,
  outcome: FulfillmentOutcome | null,
  { tries, isWanted }: MeanwhileState,
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
      // The handler may have answered before it could know why it is to be asked.
      const againInSeconds = isWanted ? 0 : outcome.againInSeconds;
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
