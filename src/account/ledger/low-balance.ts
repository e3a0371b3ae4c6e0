import { numericText, toDecimal } from '../../common/decimal.js';
import { CURRENCY } from '../../common/money.js';
import type { WebhookEvent } from '../webhooks/webhook-message.js';
import type { Posted } from './ledger.repository.js';

/** The event of the one charge that takes what can be spent below the account's threshold; else undefined. */
export function lowBalanceEvent(
  { spendable, balanceLow }: Posted,
  charged: string,
): WebhookEvent | undefined {
  if (balanceLow === null) return undefined;
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
