import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText, type TimeRange } from '../../common/paging.js';
import { newestRows } from '../../database/sorted-rows.js';
import type { ChainedEntry, LedgerClaim } from './ledger-chain.js';

/** The columns of an account that verification needs. */
export interface LedgerAccount extends LedgerClaim {
  readonly id: number;
}

/** The entries after one entry, up to the last entry of an account. */
export interface EntryRange {
  readonly afterAccount: number;
  readonly afterSequence: string;
  readonly lastAccount: number;
}

/** Greater than or equal to the sequence number of any entry. */
export const LAST_SEQUENCE = '9223372036854775807';
/** Greater than or equal to any account id. */
export const LAST_ACCOUNT = 2_147_483_647;

/** Reads all columns of ledgers as texts, so that no value is rounded or reformatted. */
@Injectable()
export class LedgerReader {
  /** At most `limit` accounts after the given one, by id. */
  accounts(manager: EntityManager, after: number, limit: number): Promise<LedgerAccount[]> {
    return manager.query(`${READ_ACCOUNTS} WHERE id > $1 ORDER BY id LIMIT $2`, [after, limit]);
  }

  async account(manager: EntityManager, id: number): Promise<LedgerAccount | undefined> {
    const rows = await manager.query<LedgerAccount[]>(`${READ_ACCOUNTS} WHERE id = $1`, [id]);
    return rows[0];
  }

  /** At most `limit` entries, by account and sequence number. */
  entries(manager: EntityManager, range: EntryRange, limit: number): Promise<ChainedEntry[]> {
    const { afterAccount, afterSequence, lastAccount } = range;
    return manager.query(READ_ENTRIES, [afterAccount, afterSequence, lastAccount, limit]);
  }

  /** At most `limit` entries of an account and a time, newest first. @param before behind the entry of this number */
  entriesBetween(
    manager: EntityManager,
    accountId: number,
    { from = '-infinity', to = 'infinity', before }: TimeRange & { readonly before?: string },
    limit: number,
  ): Promise<ChainedEntry[]> {
    return manager.query(READ_BETWEEN, [accountId, from, to, before ?? null, limit]);
  }

  /** Those entries of an account that have one of the numbers, in their order. */
  numbered(
    manager: EntityManager,
    accountId: number,
    numbers: readonly number[],
  ): Promise<ChainedEntry[]> {
    return manager.query(READ_NUMBERED, [accountId, numbers]);
  }
}

const READ_ACCOUNTS = `
  SELECT id, balance::text, ledger_sequence::text AS "ledgerSequence" FROM accounts`;

/** The columns of an entry as they are hashed, but for reference, note and actor. */
export const HASHED_COLUMNS = `
  entry.account_id::text AS "accountId", entry.sequence::text AS sequence, kind, amount::text,
  balance_after::text AS "balanceAfter", entry.order_id AS "orderId",
  ${timeText('entry.created_at')} AS "createdAt", encode(entry.commitments, 'hex') AS commitments`;

const ENTRIES = `
  SELECT ${HASHED_COLUMNS}, reference, note, actor, salts,
         previous_hash AS "previousHash", entry_hash AS "entryHash"
  FROM ledger_entries entry`;

const READ_ENTRIES = `
  ${ENTRIES}
  WHERE (entry.account_id, entry.sequence) > ($1, $2) AND entry.account_id <= $3
  ORDER BY entry.account_id, entry.sequence LIMIT $4`;

const TIME_BEFORE = `
  coalesce(
    (SELECT created_at FROM ledger_entries WHERE account_id = $1 AND sequence = $4::bigint),
    'infinity'
  )`;

const READ_BETWEEN = `
  ${ENTRIES}
  WHERE entry.account_id = $1 AND ${newestRows({
    ...{ equal: [], time: 'entry.created_at', id: 'entry.sequence', firstId: '0' },
    ...{ from: '$2::timestamptz', to: '$3::timestamptz' },
    after: { time: TIME_BEFORE, id: '$4::bigint' },
  })} LIMIT $5`;

const READ_NUMBERED = `
  ${ENTRIES} WHERE entry.account_id = $1 AND entry.sequence = ANY ($2::bigint[])
  ORDER BY entry.sequence`;
