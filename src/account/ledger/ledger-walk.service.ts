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
  readonly head: ChainHead;
  /** The first bad entry and what is wrong with it; undefined when all is sound. */
  readonly fault: string | undefined;
}

/** What a walk does on its way. */
export interface WalkOptions {
  readonly onEntry?: (entry: ChainedEntry) => void;
  /** Between two reads, so that a long walk leaves room for others. */
  readonly pause?: () => Promise<unknown>;
}

/** Entries of one read; it holds the event loop for some milliseconds. */
const CHUNK = 1_000;
const ACCOUNTS = 500;

/** Follows ledgers entry by entry. The caller gives a snapshot, in which accounts and entries agree. */
@Injectable()
export class LedgerWalkService {
  constructor(private readonly reader: LedgerReader) {}

  /** Every ledger, by account id, from its first entry. */
  async *all(manager: EntityManager, options: WalkOptions = {}): AsyncGenerator<WalkedLedger> {
    let after = 0;
    for (;;) {
      const accounts = await this.reader.accounts(manager, after, ACCOUNTS);
      // Entries behind the last account, which have lost theirs, are of the last batch.
      const last = accounts.length < ACCOUNTS ? LAST_ACCOUNT : (accounts.at(-1)?.id ?? after);
      const range = { afterAccount: after, afterSequence: LAST_SEQUENCE, lastAccount: last };
      yield* await this.batch(manager, accounts, range, options);
      if (last === LAST_ACCOUNT) return;
      after = last;
    }
  }

  /** One ledger, from where it was followed before. */
  async one(
    manager: EntityManager,
    account: LedgerAccount,
    { start = NO_ENTRIES, ...options }: WalkOptions & { start?: ChainHead } = {},
  ): Promise<WalkedLedger> {
    const { id } = account;
    const range = { afterAccount: id, afterSequence: start.sequence, lastAccount: id };
    const [walked] = await this.batch(manager, [account], range, { ...options, start });
    return walked ?? { accountId: id, head: start, fault: undefined };
  }

  private async batch(
    manager: EntityManager,
    accounts: readonly LedgerAccount[],
    range: EntryRange,
    { start = NO_ENTRIES, onEntry, pause }: WalkOptions & { start?: ChainHead },
  ): Promise<WalkedLedger[]> {
    const walks = new Map(accounts.map((account) => [account.id, new Walk(account, start)]));
    for await (const entry of this.entries(manager, range, pause)) {
      const accountId = Number(entry.accountId);
      const walk = walks.get(accountId) ?? new Walk({ id: accountId }, start);
      walks.set(accountId, walk);
      walk.follow(entry);
      onEntry?.(entry);
    }
    return [...walks.values()].map((walk) => walk.end()).sort(byAccount);
  }

  private async *entries(
    manager: EntityManager,
    range: EntryRange,
    pause: WalkOptions['pause'],
  ): AsyncGenerator<ChainedEntry> {
    let rest = range;
    for (;;) {
      const entries = await this.reader.entries(manager, rest, CHUNK);
      yield* entries;
      const last = entries.at(-1);
      if (!last || entries.length < CHUNK) return;
      rest = { ...rest, afterAccount: Number(last.accountId), afterSequence: last.sequence };
      await pause?.();
    }
  }
}

/** One account's way through its entries; it stops at the first fault. */
class Walk {
  private fault: string | undefined;

  constructor(
    private readonly account: LedgerAccount | { readonly id: number },
    private head: ChainHead,
  ) {
    if (!('balance' in account)) this.fault = 'entry 1: there is no such account';
  }

  follow(entry: ChainedEntry): void {
    this.fault ??= entryFault(this.head, entry);
    if (this.fault === undefined) this.head = headOf(entry);
  }

  end(): WalkedLedger {
    if ('balance' in this.account) this.fault ??= endFault(this.head, this.account);
    return { accountId: this.account.id, head: this.head, fault: this.fault };
  }
}

function byAccount(left: WalkedLedger, right: WalkedLedger): number {
  return left.accountId - right.accountId;
}
