import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { AccountService } from '../account.service.js';
import type { ChainedEntry } from './ledger-chain.js';
import { LedgerReader } from './ledger-reader.repository.js';

const ENTRIES_PER_READ = 1_000;

/** Reads the ledger of an account of any size. */
@Injectable()
export class StatementService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly reader: LedgerReader,
  ) {}

  /**
   * The entries with their hashes, oldest first; with `limit` only the newest ones. Entries that are written during the
   * call are left out.
   * @throws OperatorError if there is no such account
   */
  async *entries(accountId: number, limit?: number): AsyncGenerator<ChainedEntry> {
    const last = BigInt((await this.accounts.get(accountId)).ledgerSequence);
    const first = limit === undefined ? 0n : last - BigInt(limit);
    let range = {
      afterAccount: accountId,
      afterSequence: String(first > 0n ? first : 0n),
      lastAccount: accountId,
    };
    for (;;) {
      const entries = await this.reader.entries(this.database.manager, range, ENTRIES_PER_READ);
      for (const entry of entries) {
        if (BigInt(entry.sequence) > last) return;
        yield entry;
      }
      const end = entries.at(-1);
      if (!end || entries.length < ENTRIES_PER_READ) return;
      range = { ...range, afterSequence: end.sequence };
    }
  }
}
