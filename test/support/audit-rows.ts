import { actionText } from '../../src/console/audit/entry-text.js';
import type { TestShop } from './test-shop.js';
import { until } from './until.js';

/** What the audit says of a change that was made. */
export interface AuditedChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** An entry of the audit. */
export interface AuditEntryRow {
  readonly actor: string;
  readonly action: string;
  readonly outcome: string | null;
  readonly details: Record<string, unknown>;
  readonly role: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
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

/** All entries, oldest first. */
export function auditEntries(shop: Pick<TestShop, 'db'>): Promise<AuditEntryRow[]> {
  return shop.db.query<AuditEntryRow>(
    'SELECT *, host(address) AS address FROM audit_entries ORDER BY id',
  );
}

/** The entries that some work adds, when all are finished: an import goes on behind the page that answers its form. */
export async function entriesAddedBy(
  shop: Pick<TestShop, 'db'>,
  work: () => Promise<unknown>,
): Promise<AuditEntryRow[]> {
  const before = (await auditEntries(shop)).length;
  await work();
  return until(async () => {
    const added = (await auditEntries(shop)).slice(before);
    return added.every(({ outcome }) => outcome !== null) ? added : undefined;
  });
}

/** A change over HTTP that a spec expects the audit to tell. */
interface ExpectedChange {
  /** The route, for the message of a failure. */
  readonly route: string;
  readonly action: string;
  /** Of the request. */
  readonly requestId: string;
  /** True for what was not there before. */
  readonly isNew: boolean;
}

/** Expects one entry of a change by the operator `owner`, with everything that an entry must tell. */
export function expectOneChange(
  added: readonly AuditEntryRow[],
  { route, action, requestId, isNew }: ExpectedChange,
): void {
  expect([route, added]).toEqual([route, [expect.anything()]]);
  expect([route, added[0]]).toEqual([
    route,
    expect.objectContaining({
      actor: 'operator:owner',
      action,
      outcome: 'done',
      role: 'owner',
      address: '127.0.0.1',
      request_id: requestId,
      after: expect.any(Object) as unknown,
    }),
  ]);
  // The console tells it in words.
  expect([action, actionText('en', action)]).toEqual([action, expect.any(String)]);
  expect([route, isNew || added[0]?.before]).not.toEqual([route, null]);
}

/** Expects that no entry holds a text that begins like a secret of ours, or that a spec has marked as one. */
export async function expectNoSecret(shop: Pick<TestShop, 'db'>): Promise<void> {
  const text = JSON.stringify(await auditEntries(shop));
  expect(text).not.toMatch(/-THAT-IS-SECRET/);
  expect(text).not.toMatch(/souk_op_[0-9a-f]|whsec_/);
  expect(text).not.toMatch(/[0-9a-f]{64}/);
}
