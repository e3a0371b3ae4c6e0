import type { AuditedChange } from '../support/audit-rows.js';
import type { TestShop } from '../support/test-shop.js';

/** The id of the newest entry of the audit. */
export async function newestEntry(shop: Pick<TestShop, 'db'>): Promise<string> {
  const [row] = await shop.db.query<{ id: string }>(
    'SELECT coalesce(max(id), 0)::text AS id FROM audit_entries',
  );
  return row?.id ?? '0';
}

/**
 * The changes of an action that an operator has made, oldest first.
 * @param after only those of later entries than this one.
 */
export function changesBy(
  shop: Pick<TestShop, 'db'>,
  operator: string,
  action: string,
  after = '0',
): Promise<AuditedChange[]> {
  return shop.db.query<AuditedChange>(
    `SELECT before, after FROM audit_entries
     WHERE actor = $1 AND action = $2 AND id > $3 AND outcome = 'done' ORDER BY id`,
    [`operator:${operator}`, action, after],
  );
}
