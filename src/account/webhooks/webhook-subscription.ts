/** What an account wants to be told; every account that has one wants to be told of its orders. */
export interface WebhookSubscription {
  /** USD; it is told when less than that can be spent. Null: never. */
  readonly balanceLow: string | null;
}

/** SQL for the account's wish, no row without one; for a statement that is run anyway. */
export function webhookSubscription(accountId: string): string {
  return `SELECT json_build_object('balanceLow', balance_low::text)
    FROM account_webhooks WHERE account_webhooks.account_id = ${accountId}`;
}
