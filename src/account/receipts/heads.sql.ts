import { timeText } from '../../common/paging.js';

/** Identifies the present lineage of the database, and tells nothing of its host. */
export const LINEAGE = `left(encode(sha256(convert_to(current_database_lineage(), 'UTF8')), 'hex'), 32)`;

export const NOW = timeText('clock_timestamp()');

const NO_HASH = '0'.repeat(64);

/**
 * SQL for the last event and the last ledger entry of each account, read by their primary keys.
 * @param accounts SQL for a table `account` with a column `id`
 */
export const headsOf = (accounts: string): string => `
  SELECT id, coalesce(event.number, 0)::text AS "eventNumber", coalesce(event.hash, '${NO_HASH}') AS "eventHash",
         coalesce(entry.sequence, 0)::text AS "entrySequence", coalesce(entry.hash, '${NO_HASH}') AS "entryHash"
  FROM (${accounts}) account
  LEFT JOIN LATERAL (
    SELECT number, encode(hash, 'hex') AS hash FROM account_events
    WHERE account_id = id ORDER BY number DESC LIMIT 1) event ON true
  LEFT JOIN LATERAL (
    SELECT sequence, encode(entry_hash, 'hex') AS hash FROM ledger_entries
    WHERE account_id = id ORDER BY sequence DESC LIMIT 1) entry ON true`;

/** The ends of both chains of an account; numbers are `0`, and hashes zeros, where there is nothing. */
export interface ChainHeads {
  readonly id: number;
  readonly eventNumber: string;
  readonly eventHash: string;
  readonly entrySequence: string;
  readonly entryHash: string;
}
