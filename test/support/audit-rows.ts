import type { TestShop } from './test-shop.js';

/** What the audit says of a change that was made. */
export interface AuditedChange {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The changes of an action that were made, oldest first.
 * @param account only those of this account.
 */
export function changesOf(
  shop: TestShop,
  action: string,
  account?: number,
): Promise<AuditedChange[]> {
  return shop.db.query<AuditedChange>(
    `SELECT before, after FROM audit_entries WHERE action = $1 AND outcome = 'done'
        AND ($2::text IS NULL OR details ->> 'account' = $2) ORDER BY id`,
    [action, account === undefined ? null : String(account)],
  );
}
