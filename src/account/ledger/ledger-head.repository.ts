import { Injectable } from '@nestjs/common';
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

/** Reads the ends of ledgers. */
@Injectable()
export class LedgerHeads {
  constructor(private readonly database: Database) {}

  /** What can be spent and the last entry, of the same moment. */
  async of(accountId: number): Promise<LedgerHead> {
    const rows = await this.database.manager.query<[LedgerHead | undefined]>(HEAD, [
      accountId,
      NO_ENTRY_HASH,
    ]);
    const [head] = rows;
    if (!head) throw new Error(`account ${accountId} is missing`);
    return head;
  }
}

const HEAD = `
  SELECT balance + credit_limit AS spendable, ledger_sequence::text AS sequence,
         coalesce(entry_hash, $2) AS hash
  FROM accounts LEFT JOIN ledger_entries ON account_id = id AND sequence = ledger_sequence
  WHERE id = $1`;
