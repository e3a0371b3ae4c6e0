import { Injectable } from '@nestjs/common';
import type { TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { AccountService } from '../account.service.js';
import type { ChainedEntry } from './ledger-chain.js';
import { LedgerReader } from './ledger-reader.repository.js';

/** Reads the ledger of an account newest first, with all texts, for operators. */
@Injectable()
export class LedgerPages {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly reader: LedgerReader,
  ) {}

  /**
   * At most `limit` entries before a sequence number, or the newest ones. Sequence numbers have no gaps, so a page is a
   * range of them.
   * @throws MissingError if there is no such account
   */
  async page(
    accountId: number,
    before: bigint | undefined,
    limit: number,
  ): Promise<ChainedEntry[]> {
    const { ledgerSequence } = await this.accounts.get(accountId);
    const newest = BigInt(ledgerSequence);
    const last = before !== undefined && before <= newest ? before - 1n : newest;
    const first = last > BigInt(limit) ? last - BigInt(limit) : 0n;
    const range = {
      afterAccount: accountId,
      afterSequence: String(first),
      lastAccount: accountId,
    };
    const entries = await this.reader.entries(this.database.manager, range, Number(last - first));
    return entries.toReversed();
  }

  /**
   * At most `limit` entries of a time, newest first by time and sequence number.
   * @param before the sequence number behind whose entry they stand; from the newest one of the time if left out.
   * @throws MissingError if there is no such account
   */
  async between(
    accountId: number,
    range: TimeRange,
    before: string | undefined,
    limit: number,
  ): Promise<ChainedEntry[]> {
    await this.accounts.get(accountId);
    const place = { ...range, ...(before !== undefined && { before }) };
    return this.reader.entriesBetween(this.database.manager, accountId, place, limit);
  }
}
