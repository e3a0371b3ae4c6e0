import type { AccountWebhook } from '../../account/webhooks/account-webhook.entity.js';
import type { WebhookFailure } from '../../account/webhooks/webhook-failure.entity.js';
import { numericText } from '../../common/decimal.js';
import { timeOf, timeText } from '../../operations/fields/shown.js';
import type { WebhookDto, WebhookFailureDto } from './webhooks.dto.js';

/** Without the secret. */
export function webhookShape(webhook: AccountWebhook): WebhookDto {
  const { accountId, url, balanceLow, previousUntil, createdAt } = webhook;
  return {
    account_id: accountId,
    url,
    balance_low: balanceLow === null ? null : numericText(balanceLow),
    old_secret_until: timeOf(previousUntil),
    created_at: timeText(createdAt),
  };
}

export function webhookFailureShape(failure: WebhookFailure): WebhookFailureDto {
  return {
    message_id: failure.messageId,
    account_id: failure.accountId,
    event: failure.eventType,
    attempts: failure.attempts,
    reason: failure.reason,
    first_failed_at: timeText(failure.firstFailedAt),
    last_failed_at: timeText(failure.lastFailedAt),
    next_try_at: timeOf(failure.nextTryAt),
  };
}
