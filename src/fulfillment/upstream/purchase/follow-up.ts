import type { OrderThere } from '../supplier/supplier-answers.js';
import type { Sealing } from './refused-attempt.js';

/** A purchase whose order was closed by hand, as far as it is known here. */
export interface UnneededAttempt {
  /** The id of the supplier's order; null if the supplier has not confirmed one. */
  readonly supplierOrderId: string | null;
  /** True if the last request may still arrive at the supplier. */
  readonly mayStillArrive: boolean;
}

export type FollowUp =
  /** The supplier may still deliver; ask again later. */
  | { readonly kind: 'open'; readonly note: string; readonly there?: OrderThere }
  /** The supplier has delivered, or there never will be an order. */
  | {
      readonly kind: 'settled';
      readonly bought: boolean;
      readonly note: string;
      readonly there?: OrderThere;
    };

/**
 * Decides what became of an unneeded purchase.
 * @param answer to the request to seal its key, which keeps a lost request from becoming an order; of a supplier that
 * cannot seal keys, the answer to a plain `check`.
 */
export function followUp(
  { supplierOrderId, mayStillArrive }: UnneededAttempt,
  answer: Sealing,
): FollowUp {
  switch (answer.kind) {
    case 'sealed':
      return supplierOrderId === null ? NEVER_BOUGHT : lost(supplierOrderId);
    case 'unknown':
      return { kind: 'open', note: answer.why };
    case 'refused':
      return { kind: 'open', note: answer.reason };
    case 'unseen':
      if (supplierOrderId !== null) return lost(supplierOrderId);
      if (mayStillArrive) return { kind: 'open', note: 'a request may still arrive there' };
      return NEVER_BOUGHT;
    case 'accept':
    case 'rejected':
    case 'wait':
      return followUpAt(answer, supplierOrderId);
  }
}

const NEVER_BOUGHT: FollowUp = { kind: 'settled', bought: false, note: 'never bought' };

/** An order that the supplier once had may have been charged, whatever else it says of the key now. */
function lost(supplierOrderId: string): FollowUp {
  return { kind: 'open', note: `order ${supplierOrderId} is not known there any more` };
}

function followUpAt(there: OrderThere, known: string | null): FollowUp {
  const { orderId } = there.purchased;
  // Another order under our key says nothing about the one that we bought.
  if (known !== null && known !== orderId)
    return { kind: 'open', note: `${known} has become ${orderId}` };
  switch (there.kind) {
    case 'accept':
      return { kind: 'settled', bought: true, note: `${orderId} was delivered`, there };
    case 'rejected':
      return { kind: 'settled', bought: false, note: `${orderId} was rejected`, there };
    case 'wait':
      return { kind: 'open', note: `${orderId} is at work`, there };
  }
}
