/** The events that the webhook of an account receives: always those of orders, and optionally those of the balance. */
export interface WebhookSubscription {
  /** USD; the threshold of the balance event. Null for no such event. */
  readonly balanceLow: string | null;
}

/** A SELECT, for use in another statement, of the subscription of an account; no row if it has no webhook. */
export function webhookSubscription(accountId: string): string {
  return `SELECT json_build_object('balanceLow', balance_low::text)
    FROM account_webhooks WHERE account_webhooks.account_id = ${accountId}`;
}
