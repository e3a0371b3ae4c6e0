import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  endFault,
  entryFault,
  headOf,
  NO_ENTRIES,
  type ChainedEntry,
  type ChainHead,
} from './ledger-chain.js';
import { LAST_ACCOUNT, LAST_SEQUENCE, LedgerReader } from './ledger-reader.repository.js';
import type { EntryRange, LedgerAccount } from './ledger-reader.repository.js';

/** The result of following a ledger. */
export interface WalkedLedger {
  readonly accountId: number;
  /** The last valid entry. */
  readonly head: ChainHead;
  /** Names the first bad entry and what is wrong with it; undefined if all entries are valid. */
  readonly fault: string | undefined;
}

/** The result of following a part of a ledger. */
export interface WalkedPart extends WalkedLedger {
  /** False if further entries may follow the head. */
  readonly complete: boolean;
}

type OnEntry = (entry: ChainedEntry) => void;

/** Reading and verifying so many entries keeps the event loop for two or three milliseconds. */
const ENTRIES_PER_READ = 100;
/** Of a part of a ledger, for which a transaction is worth its while. */
const READS_PER_PART = 10;
const ACCOUNTS_PER_READ = 500;

/** Verifies ledgers entry by entry. The caller passes a transaction that reads one snapshot of the database. */
@Injectable()
export class LedgerWalkService {
  constructor(private readonly reader: LedgerReader) {}

  /** At most `limit` accounts after the given one, by id. */
  accounts(
    manager: EntityManager,
    after: number,
    limit: number = ACCOUNTS_PER_READ,
  ): Promise<LedgerAccount[]> {
    return this.reader.accounts(manager, after, limit);
  }

  /** Follows all ledgers from their first entry, by account id. */
  async *all(manager: EntityManager, onEntry: OnEntry): AsyncGenerator<WalkedLedger> {
    let after = 0;
    for (;;) {
      const accounts = await this.accounts(manager, after);
      // The last batch includes entries of missing accounts with higher ids.
      const last =
        accounts.length < ACCOUNTS_PER_READ ? LAST_ACCOUNT : (accounts.at(-1)?.id ?? after);
      const walks = new Map(accounts.map((account) => [account.id, new Walk(account)]));
      const range = { afterAccount: after, afterSequence: LAST_SEQUENCE, lastAccount: last };
      for await (const entries of this.reads(manager, range)) {
        for (const entry of entries) {
          const id = Number(entry.accountId);
          const walk = walks.get(id) ?? new Walk({ id });
          walks.set(id, walk);
          walk.follow(entry);
          onEntry(entry);
        }
      }
      yield* [...walks.values()].map((walk) => walk.end()).sort(byAccount);
      if (last === LAST_ACCOUNT) return;
      after = last;
    }
  }

  /** Follows one ledger from its first entry; undefined if there is no such account. */
  async one(
    manager: EntityManager,
    id: number,
    onEntry: OnEntry,
  ): Promise<WalkedLedger | undefined> {
    const account = await this.reader.account(manager, id);
    if (!account) return undefined;
    const walk = new Walk(account);
    const range = { afterAccount: id, afterSequence: '0', lastAccount: id };
    for await (const entries of this.reads(manager, range)) {
      for (const entry of entries) {
        walk.follow(entry);
        onEntry(entry);
      }
    }
    return walk.end();
  }

  /** Follows the next entries of a ledger after `start`, a part of a thousand at most; undefined without an account. */
  async next(
    manager: EntityManager,
    id: number,
    start: ChainHead,
  ): Promise<WalkedPart | undefined> {
    const account = await this.reader.account(manager, id);
    if (!account) return undefined;
    const walk = new Walk(account, start);
    const range = { afterAccount: id, afterSequence: start.sequence, lastAccount: id };
    let count = 0;
    for await (const entries of this.reads(manager, range, READS_PER_PART)) {
      for (const entry of entries) walk.follow(entry);
      count += entries.length;
    }
    const complete = count < READS_PER_PART * ENTRIES_PER_READ;
    return { ...(complete ? walk.end() : walk.soFar()), complete };
  }

  private async *reads(
    manager: EntityManager,
    range: EntryRange,
    most = Infinity,
  ): AsyncGenerator<readonly ChainedEntry[]> {
    let rest = range;
    for (let read = 0; read < most; read += 1) {
      const entries = await this.reader.entries(manager, rest, ENTRIES_PER_READ);
      yield entries;
      const last = entries.at(-1);
      if (!last || entries.length < ENTRIES_PER_READ) return;
      rest = { ...rest, afterAccount: Number(last.accountId), afterSequence: last.sequence };
    }
  }
}

/** Verifies the entries of one account up to the first fault. */
class Walk {
  private fault: string | undefined;

  constructor(
    private readonly account: LedgerAccount | { readonly id: number },
    private head: ChainHead = NO_ENTRIES,
  ) {
    if (!('balance' in account)) this.fault = 'entry 1: there is no such account';
  }

  follow(entry: ChainedEntry): void {
    this.fault ??= entryFault(this.head, entry);
    if (this.fault === undefined) this.head = headOf(entry);
  }

  soFar(): WalkedLedger {
    return { accountId: this.account.id, head: this.head, fault: this.fault };
  }

  end(): WalkedLedger {
    if ('balance' in this.account) this.fault ??= endFault(this.head, this.account);
    return this.soFar();
  }
}

function byAccount(left: WalkedLedger, right: WalkedLedger): number {
  return left.accountId - right.accountId;
}
