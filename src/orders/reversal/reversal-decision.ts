import type { ReferencedMovement } from '../../account/ledger/ledger.repository.js';
import { numericText, toDecimal } from '../../common/decimal.js';
import { messageKey, type MessageKey } from '../../common/message-key.js';
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
  /** A sentence for the operator, and the same for pages in other languages. */
  | { readonly kind: 'refuse'; readonly why: string; readonly messageKey: MessageKey };

type Refusal = Extract<ReversalDecision, { readonly kind: 'refuse' }>;

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
    : refuse(
        otherMovement(order, reference, earlier),
        messageKey('balance.reference-used', { reference }),
      );
}

function stateRefusal({ orderId, status, rehearsal }: ReversibleOrder): Refusal | undefined {
  if (rehearsal) {
    const why = `Order ${orderId} is a test order: it moved no money to pay back.`;
    return refuse(why, messageKey('reversal.test-order', {}));
  }
  if (status === 'wait') {
    const why = `Order ${orderId} still waits; "souk order reject ${orderId}" pays all of it back.`;
    return refuse(why, messageKey('reversal.waiting', {}));
  }
  if (status === 'reject') {
    const why = `Order ${orderId} is rejected: its money went back then.`;
    return refuse(why, messageKey('reversal.rejected', {}));
  }
  return undefined;
}

function payment({ orderId, total, refunded }: ReversibleOrder, asked: AskedAmount) {
  const left = sumOf(total, negated(refunded));
  if (left === '0') {
    return numericText(total) === '0'
      ? refuse(
          `Order ${orderId} cost nothing, so there is nothing to pay back.`,
          messageKey('reversal.free', {}),
        )
      : refuse(
          `Order ${orderId} is paid back in full already; nothing was changed.`,
          messageKey('reversal.complete', {}),
        );
  }
  const amount = 'all' in asked ? left : numericText(asked.amount);
  if (toDecimal(amount).lessThanOrEqualTo(toDecimal(left))) return { kind: 'pay', amount } as const;
  return refuse(
    `Of the ${numericText(total)} USD of order ${orderId}, only ${left} USD can still be paid back; nothing was changed.`,
    messageKey('reversal.too-much', { left }),
  );
}

/** All is the same as long as the entry has paid back whatever was left. */
function isSame(order: ReversibleOrder, asked: AskedAmount, earlier: EarlierMovement): boolean {
  if (earlier.kind !== 'reversal' || earlier.orderId !== order.orderId) return false;
  if ('amount' in asked) return numericText(asked.amount) === numericText(earlier.amount);
  return earlier.refunded !== null && numericText(earlier.refunded) === numericText(order.total);
}

function otherMovement(
  { accountId, orderId }: ReversibleOrder,
  reference: string,
  earlier: EarlierMovement,
): string {
  const usd = `${numericText(earlier.amount)} USD`;
  const name = JSON.stringify(reference);
  return earlier.kind === 'reversal' && earlier.orderId === orderId
    ? `Reference ${name} has paid ${usd} of order ${orderId} back before; nothing was changed.`
    : `A movement of ${usd} with reference ${name} is already on account ${accountId}; nothing was changed.`;
}

function refuse(why: string, key: MessageKey): Refusal {
  return { kind: 'refuse', why, messageKey: key };
}
