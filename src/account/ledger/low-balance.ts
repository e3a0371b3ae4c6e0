import { numericText, toDecimal } from '../../common/decimal.js';
import { CURRENCY } from '../../common/money.js';
import type { WebhookEvent } from '../webhooks/webhook-message.js';

export interface Charge {
  /** USD that can be spent after the charge. */
  readonly spendable: string;
  /** USD; the threshold of the event. */
  readonly balanceLow: string;
  /** USD that were charged. */
  readonly charged: string;
}

export interface LowBalanceEvent extends WebhookEvent {
  /** Both are USD. */
  readonly data: {
    readonly balance: string;
    readonly threshold: string;
    readonly currency: string;
  };
}

/** The event of a charge that takes the spendable amount below the threshold; undefined for any other charge. */
export function lowBalanceEvent({
  spendable,
  balanceLow,
  charged,
}: Charge): LowBalanceEvent | undefined {
  const [after, limit] = [toDecimal(spendable), toDecimal(balanceLow)];
  const before = after.plus(toDecimal(charged));
  if (before.lessThan(limit) || !after.lessThan(limit)) return undefined;
  return {
    type: 'balance.low',
    data: {
      balance: numericText(spendable),
      threshold: numericText(balanceLow),
      currency: CURRENCY,
    },
  };
}
