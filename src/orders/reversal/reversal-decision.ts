import type { ReferencedMovement } from '../../account/ledger/ledger.repository.js';
import { numericText, toDecimal } from '../../common/decimal.js';
import { sentence } from '../../common/sentence.js';
import { negated, sumOf } from '../../common/money.js';
import type { Order } from '../order.entity.js';

/** What is to be paid back: USD as plain decimal text, above 0; or all that is left of the order. */
export type AskedAmount = { readonly amount: string } | { readonly all: true };

/** The columns of an order that decide whether it can be reversed. */
export type ReversibleOrder = Pick<
  Order,
  'accountId' | 'orderId' | 'status' | 'rehearsal' | 'total' | 'refunded'
>;

/** An entry of the order's account under the reference that was asked with. */
export type EarlierMovement = Pick<ReferencedMovement, 'kind' | 'amount' | 'orderId' | 'refunded'>;

export type ReversalDecision =
  /** USD as plain decimal text. */
  | { readonly kind: 'pay'; readonly amount: string }
  /** The reference has paid just that before. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'refuse'; readonly sentence: ReturnType<typeof sentence> };

type Refused = Extract<ReversalDecision, { readonly kind: 'refuse' }>;

/**
 * What becomes of a reversal that is asked for.
 * @param earlier undefined if the reference is new to the account.
 */
export function reversalDecision(
  order: ReversibleOrder,
  asked: AskedAmount,
  reference: string,
  earlier: EarlierMovement | undefined,
): ReversalDecision {
  const state = stateRefusal(order);
  if (state !== undefined) return state;
  if (!earlier) return payment(order, asked);
  return isSame(order, asked, earlier)
    ? { kind: 'repeat' }
    : refused('balance.reference-used', { reference, amount: numericText(earlier.amount) });
}

function stateRefusal({ status, rehearsal }: ReversibleOrder): Refused | undefined {
  if (rehearsal) return refused('reversal.test-order');
  if (status === 'wait') return refused('reversal.waiting');
  return status === 'reject' ? refused('reversal.rejected') : undefined;
}

function payment({ total, refunded }: ReversibleOrder, asked: AskedAmount): ReversalDecision {
  const left = sumOf(total, negated(refunded));
  if (left === '0') {
    return refused(numericText(total) === '0' ? 'reversal.free' : 'reversal.complete');
  }
  const amount = 'all' in asked ? left : numericText(asked.amount);
  return toDecimal(amount).lessThanOrEqualTo(toDecimal(left))
    ? { kind: 'pay', amount }
    : refused('reversal.too-much', { left });
}

/** All is the same as long as the entry has paid back whatever was left. */
function isSame(order: ReversibleOrder, asked: AskedAmount, earlier: EarlierMovement): boolean {
  if (earlier.kind !== 'reversal' || earlier.orderId !== order.orderId) return false;
  if ('amount' in asked) return numericText(asked.amount) === numericText(earlier.amount);
  return earlier.refunded !== null && numericText(earlier.refunded) === numericText(order.total);
}

function refused(...said: Parameters<typeof sentence>): Refused {
  return { kind: 'refuse', sentence: sentence(...said) };
}
