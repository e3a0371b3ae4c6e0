/** SQL that is true when the account wants to be told; for a statement that is run anyway. */
export function webhookWanted(accountId: string): string {
  return `EXISTS (SELECT FROM account_webhooks WHERE account_webhooks.account_id = ${accountId})`;
}
