import type { ChainedEvent } from '../../src/account/events/event-chain.js';
import { MISSING_EVENTS, READ_EVENTS } from '../../src/account/events/event-reader.repository.js';
import { EventWalk } from '../../src/account/events/event-verification.service.js';
import {
  entryFault,
  headOf,
  NO_ENTRIES,
  type ChainedEntry,
} from '../../src/account/ledger/ledger-chain.js';
import { HASHED_COLUMNS } from '../../src/account/ledger/ledger-reader.repository.js';
import type { TestDatabase } from './test-database.js';

/** Statements that return rows only when an invariant is broken, by the name of the fault. */
const FAULTS = {
  'balance is not the sum of the entries': `
    SELECT id AS account_id FROM accounts WHERE balance <>
      coalesce((SELECT sum(amount) FROM ledger_entries WHERE account_id = accounts.id), 0)`,
  'sequence has a gap': `
    SELECT account_id FROM ledger_entries GROUP BY account_id
    HAVING min(sequence) <> 1 OR max(sequence) <> count(*)`,
  'an account counts other entries than it has': `
    SELECT id AS account_id FROM accounts WHERE ledger_sequence <>
      (SELECT count(*) FROM ledger_entries WHERE account_id = accounts.id)`,
  'balance_after is not the running sum': `
    SELECT account_id FROM (SELECT *, sum(amount) OVER (PARTITION BY account_id ORDER BY sequence) AS running
                   FROM ledger_entries) entry WHERE balance_after <> running`,
  'an order has no debit of its total': `
    SELECT account_id FROM orders WHERE total > 0 AND NOT rehearsal AND NOT EXISTS (
      SELECT FROM ledger_entries entry WHERE entry.account_id = orders.account_id
        AND entry.order_id = orders.order_id AND kind = 'debit' AND amount = -total)`,
  'a debit or refund has no order': `
    SELECT account_id FROM ledger_entries entry WHERE order_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM orders WHERE account_id = entry.account_id AND order_id = entry.order_id)`,
  'refunds do not match the rejected orders': `
    SELECT account_id FROM orders WHERE total > 0 AND NOT rehearsal AND (status = 'reject') <> EXISTS (
      SELECT FROM ledger_entries entry WHERE entry.account_id = orders.account_id
        AND entry.order_id = orders.order_id AND kind = 'refund' AND amount = total)`,
  'an order was reversed beyond its total, without being accepted, or tells another sum': `
    SELECT account_id FROM orders LEFT JOIN (
      SELECT account_id, order_id, sum(amount) AS reversed FROM ledger_entries
      WHERE kind = 'reversal' GROUP BY account_id, order_id) entry USING (account_id, order_id)
    WHERE refunded <> coalesce(reversed, 0) OR refunded > total OR refunded < 0
      OR refunded <> 0 AND (status <> 'accept' OR rehearsal)`,
  'a code was sold without an accepted order': `
    SELECT account_id FROM stock_codes code WHERE order_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM orders WHERE account_id = code.account_id AND order_id = code.order_id
        AND status = 'accept')`,
  'a rehearsal moved money': `
    SELECT account_id FROM orders JOIN ledger_entries USING (account_id, order_id) WHERE rehearsal`,
  'an event is there twice': `
    SELECT account_id FROM account_events WHERE type = 'placed' OR type IN ('accepted', 'rejected')
    GROUP BY account_id, order_id, type HAVING count(*) > 1`,
  'an event is of no order, or of another state': `
    SELECT event.account_id FROM account_events event LEFT JOIN orders USING (account_id, order_id)
    WHERE orders.order_id IS NULL OR (type = 'rejected' AND status <> 'reject')
      OR (type IN ('accepted', 'codes', 'late', 'reversed') AND status <> 'accept')`,
  'the events of reversals are not their entries': `
    SELECT account_id FROM (
      SELECT account_id, order_id, sum(amount) AS told FROM account_events WHERE type = 'reversed' GROUP BY 1, 2
    ) event JOIN orders USING (account_id, order_id) WHERE told > refunded`,
  'the events of an order commit to other codes than the order does': `
    SELECT account_id FROM orders LEFT JOIN (
      SELECT account_id, order_id, string_agg(commitments, '' ORDER BY number) AS told FROM account_events
      WHERE type IN ('accepted', 'codes', 'late') GROUP BY 1, 2
    ) event USING (account_id, order_id) WHERE code_commitments IS DISTINCT FROM told`,
  'a key has no order, or an order no key': `
    SELECT coalesce(key.account_id, orders.account_id) AS account_id
    FROM (SELECT * FROM order_keys WHERE sealed_at IS NULL) key FULL JOIN orders ON (key.account_id, key.order_uuid, key.order_id)
      = (orders.account_id, orders.order_uuid, orders.order_id)
    WHERE key.order_id IS NULL OR orders.order_id IS NULL`,
} as const;

/**
 * What is wrong with the money and the orders of a database; empty when nothing is.
 * @param accounts those that are looked at, where others work in the same shop; all if left out.
 */
export async function invariantFaults(
  db: TestDatabase,
  accounts: readonly number[] | null = null,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [fault, statement] of Object.entries(FAULTS)) {
    const among = `SELECT FROM (${statement}) found WHERE $1::integer[] IS NULL OR account_id = ANY ($1)`;
    if ((await db.query(among, [accounts])).length > 0) faults.push(fault);
  }
  if (!(await isChained(db, accounts))) faults.push('the hashes of the ledger do not verify');
  return [...faults, ...(await eventFaults(db, accounts))];
}

/**
 * For a spec in a shop where others have been: the same for all accounts that are made from now on.
 * @returns what tells the faults later
 */
export async function invariantsFromNow(db: TestDatabase): Promise<() => Promise<string[]>> {
  const [newest] = await db.query<{ id: number }>(
    'SELECT coalesce(max(id), 0)::integer AS id FROM accounts',
  );
  return () => invariantFaultsSince(db, (newest?.id ?? 0) + 1);
}

/** The same for the accounts from one on, by id. */
export async function invariantFaultsSince(
  db: TestDatabase,
  firstAccount: number,
): Promise<string[]> {
  const made = await db.query<{ id: number }>('SELECT id FROM accounts WHERE id >= $1', [
    firstAccount,
  ]);
  return invariantFaults(
    db,
    made.map(({ id }) => id),
  );
}

/** Recomputes the events as `souk doctor` does. */
async function eventFaults(
  db: TestDatabase,
  accounts: readonly number[] | null,
): Promise<string[]> {
  const walk = new EventWalk();
  const missing: string[] = [];
  for (const account of accounts ?? [null]) {
    const range = [account ?? 0, '0', account ?? 2 ** 31 - 1, 2 ** 31 - 1];
    for (const event of await db.query<ChainedEvent>(READ_EVENTS, range)) walk.follow(event);
    const rows = await db.query<{ what: string }>(MISSING_EVENTS, [account]);
    missing.push(...rows.map(({ what }) => what));
  }
  return [...walk.faults, ...missing];
}

/** Recomputes every hash without the functions of the database. */
async function isChained(db: TestDatabase, accounts: readonly number[] | null): Promise<boolean> {
  const rows = await db.query<ChainedEntry>(
    `SELECT ${HASHED_COLUMNS}, reference, note, actor, salts,
            previous_hash AS "previousHash", entry_hash AS "entryHash"
     FROM ledger_entries entry WHERE $1::integer[] IS NULL OR account_id = ANY ($1)
     ORDER BY account_id, entry.sequence`,
    [accounts],
  );
  let last: ChainedEntry | undefined;
  return rows.every((row) => {
    const before = last?.accountId === row.accountId ? headOf(last) : NO_ENTRIES;
    last = row;
    return entryFault(before, row) === undefined;
  });
}
