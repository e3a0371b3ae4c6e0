import { createHash, type Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { AccountService } from '../account.service.js';
import { NO_ENTRIES, headOf, type ChainedEntry, type ChainHead } from './ledger-chain.js';
import { canonicalField } from './ledger-hash.js';
import { LedgerWalkService, type WalkedLedger } from './ledger-walk.service.js';

export interface LedgerVerdict {
  readonly accounts: number;
  readonly entries: number;
  /** The first bad entry of every bad account: `account 7 entry 12: …`. */
  readonly faults: readonly string[];
  /** SHA-256 over the last entries of all ledgers in hexadecimal, for an auditor to keep. */
  readonly digest: string;
}

export interface VerifyOptions {
  /** One account instead of all. */
  readonly accountId?: number;
  /** The digest ends before the first entry of this time or later. All entries are verified in any case. */
  readonly until?: Date;
  /** Ends the verification, with its reason as the error. */
  readonly signal?: AbortSignal;
}

/** Verifies ledgers by recomputing them, without the functions of the database. */
@Injectable()
export class LedgerVerificationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly walks: LedgerWalkService,
  ) {}

  /** Verifies one snapshot of the database. @throws OperatorError if there is no such account */
  async verify({ accountId, until, signal }: VerifyOptions = {}): Promise<LedgerVerdict> {
    if (accountId !== undefined) await this.accounts.get(accountId);
    return this.database.snapshot(async (manager) => {
      const digest = new HeadsDigest(until);
      const counts = { accounts: 0, entries: 0 };
      const faults: string[] = [];
      const onEntry = (entry: ChainedEntry): void => {
        signal?.throwIfAborted();
        counts.entries += 1;
        digest.add(entry);
      };
      for await (const walked of this.walk(manager, accountId, onEntry)) {
        counts.accounts += 1;
        if (walked.fault !== undefined) faults.push(`account ${walked.accountId} ${walked.fault}`);
      }
      return { ...counts, faults, digest: digest.end() };
    });
  }

  private async *walk(
    manager: EntityManager,
    accountId: number | undefined,
    onEntry: (entry: ChainedEntry) => void,
  ): AsyncGenerator<WalkedLedger> {
    if (accountId === undefined) {
      yield* this.walks.all(manager, onEntry);
      return;
    }
    const walked = await this.walks.one(manager, accountId, onEntry);
    if (walked) yield walked;
  }
}

/** Computes the digest over the last entry of each account, by account id. */
class HeadsDigest {
  private readonly hash: Hash = createHash('sha256');
  private readonly until: string | undefined;
  private accountId = '';
  private head: ChainHead = NO_ENTRIES;
  private complete = false;

  constructor(until: Date | undefined) {
    // In the format of the entries, whose times have microseconds and are compared as texts.
    this.until = until?.toISOString().replace('Z', '000Z');
  }

  add(entry: ChainedEntry): void {
    if (entry.accountId !== this.accountId) {
      this.close();
      this.accountId = entry.accountId;
      this.complete = false;
    }
    this.complete ||= this.until !== undefined && entry.createdAt >= this.until;
    if (!this.complete) this.head = headOf(entry);
  }

  end(): string {
    this.close();
    return this.hash.digest('hex');
  }

  private close(): void {
    const { sequence, hash } = this.head;
    if (sequence !== NO_ENTRIES.sequence) {
      this.hash.update(canonicalField(this.accountId)).update(canonicalField(sequence));
      this.hash.update(hash);
    }
    this.head = NO_ENTRIES;
  }
}
