import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { AccountService } from '../account.service.js';
import type { ChainedEntry } from './ledger-chain.js';
import { LedgerReader } from './ledger-reader.repository.js';

/** Entries of one read. */
const CHUNK = 1_000;

/** The whole ledger of an account, whatever its size. */
@Injectable()
export class StatementService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly reader: LedgerReader,
  ) {}

  /**
   * Entries in their order, with their hashes, the newest `limit` of them when one is given. What is written
   * meanwhile is left out.
   * @throws OperatorError when there is no such account.
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
      const entries = await this.reader.entries(this.database.manager, range, CHUNK);
      for (const entry of entries) {
        if (BigInt(entry.sequence) > last) return;
        yield entry;
      }
      const end = entries.at(-1);
      if (!end || entries.length < CHUNK) return;
      range = { ...range, afterSequence: end.sequence };
    }
  }
}
