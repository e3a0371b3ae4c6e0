import { numericText, toDecimal } from '../../common/decimal.js';
import { CURRENCY } from '../../common/money.js';
import type { WebhookEvent } from '../webhooks/webhook-message.js';

export interface Charge {
  /** USD that can be spent after it. */
  readonly spendable: string;
  /** USD; the account is told when that falls below. */
  readonly balanceLow: string;
  /** USD that it took. */
  readonly charged: string;
}

/** The event of the one charge that takes what can be spent below the account's threshold; else undefined. */
export function lowBalanceEvent({
  spendable,
  balanceLow,
  charged,
}: Charge): WebhookEvent | undefined {
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
