import { Injectable } from '@nestjs/common';
import { BatchedReads } from '../../database/batched-reads.js';
import { Database } from '../../database/database.js';
import { NO_ENTRY_HASH } from './ledger-hash.js';

/** The end of an account's ledger. */
export interface LedgerHead {
  /** USD as decimal text after the last entry: balance plus credit limit. */
  readonly spendable: string;
  /** `0` before the first entry. */
  readonly sequence: string;
  readonly hash: Buffer;
}

interface HeadRow extends LedgerHead {
  readonly id: number;
}

/** Reads the ends of ledgers; concurrent requests share one statement. */
@Injectable()
export class LedgerHeads {
  private readonly reads = new BatchedReads<number, LedgerHead | undefined>(
    (accountIds) => this.read(accountIds),
    (accountId) => accountId,
  );

  constructor(private readonly database: Database) {}

  /** What can be spent and the last entry, of the same moment. */
  async of(accountId: number): Promise<LedgerHead> {
    const head = await this.reads.ask(accountId);
    if (!head) throw new Error(`account ${accountId} is missing`);
    return head;
  }

  private async read(accountIds: readonly number[]): Promise<(LedgerHead | undefined)[]> {
    const rows = await this.database.manager.query<HeadRow[]>(HEADS, [accountIds, NO_ENTRY_HASH]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return accountIds.map((id) => byId.get(id));
  }
}

const HEADS = `
  SELECT id, balance + credit_limit AS spendable, ledger_sequence::text AS sequence,
         coalesce(entry_hash, $2) AS hash
  FROM accounts LEFT JOIN ledger_entries ON account_id = id AND sequence = ledger_sequence
  WHERE id = ANY ($1::integer[])`;
