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

/** How an account's ledger was found. */
export interface WalkedLedger {
  readonly accountId: number;
  /** The last sound entry. */
  readonly head: ChainHead;
  /** The first bad entry and what is wrong with it; undefined when all is sound. */
  readonly fault: string | undefined;
}

/** Part of a ledger. */
export interface WalkedPiece extends WalkedLedger {
  /** False when there may be more entries behind its head. */
  readonly complete: boolean;
}

type OnEntry = (entry: ChainedEntry) => void;

/** Entries of one read; it holds the event loop for some milliseconds. */
const CHUNK = 1_000;
const ACCOUNTS = 500;

/** Follows ledgers entry by entry. The caller gives a snapshot, in which accounts and entries agree. */
@Injectable()
export class LedgerWalkService {
  constructor(private readonly reader: LedgerReader) {}

  /** Accounts by id, behind the given one, at most `limit`. */
  accounts(
    manager: EntityManager,
    after: number,
    limit: number = ACCOUNTS,
  ): Promise<LedgerAccount[]> {
    return this.reader.accounts(manager, after, limit);
  }

  account(manager: EntityManager, id: number): Promise<LedgerAccount | undefined> {
    return this.reader.account(manager, id);
  }

  /** Every ledger, by account id, from its first entry. */
  async *all(manager: EntityManager, onEntry: OnEntry): AsyncGenerator<WalkedLedger> {
    let after = 0;
    for (;;) {
      const accounts = await this.accounts(manager, after);
      // Entries behind the last account, which have lost theirs, are of the last batch.
      const last = accounts.length < ACCOUNTS ? LAST_ACCOUNT : (accounts.at(-1)?.id ?? after);
      const walks = new Map(accounts.map((account) => [account.id, new Walk(account)]));
      const range = { afterAccount: after, afterSequence: LAST_SEQUENCE, lastAccount: last };
      for await (const entry of this.entries(manager, range)) {
        const id = Number(entry.accountId);
        const walk = walks.get(id) ?? new Walk({ id });
        walks.set(id, walk);
        walk.follow(entry);
        onEntry(entry);
      }
      yield* [...walks.values()].map((walk) => walk.end()).sort(byAccount);
      if (last === LAST_ACCOUNT) return;
      after = last;
    }
  }

  /** One whole ledger. */
  async one(
    manager: EntityManager,
    account: LedgerAccount,
    onEntry: OnEntry,
  ): Promise<WalkedLedger> {
    const walk = new Walk(account);
    const range = { afterAccount: account.id, afterSequence: '0', lastAccount: account.id };
    for await (const entry of this.entries(manager, range)) {
      walk.follow(entry);
      onEntry(entry);
    }
    return walk.end();
  }

  /** The next entries of a ledger, from where it was followed before. They are few enough for one read. */
  async piece(
    manager: EntityManager,
    account: LedgerAccount,
    start: ChainHead,
  ): Promise<WalkedPiece> {
    const { id } = account;
    const range = { afterAccount: id, afterSequence: start.sequence, lastAccount: id };
    const entries = await this.reader.entries(manager, range, CHUNK);
    const walk = new Walk(account, start);
    for (const entry of entries) walk.follow(entry);
    const complete = entries.length < CHUNK;
    return { ...(complete ? walk.end() : walk.soFar()), complete };
  }

  private async *entries(manager: EntityManager, range: EntryRange): AsyncGenerator<ChainedEntry> {
    let rest = range;
    for (;;) {
      const entries = await this.reader.entries(manager, rest, CHUNK);
      yield* entries;
      const last = entries.at(-1);
      if (!last || entries.length < CHUNK) return;
      rest = { ...rest, afterAccount: Number(last.accountId), afterSequence: last.sequence };
    }
  }
}

/** One account's way through its entries; it stops at the first fault. */
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
