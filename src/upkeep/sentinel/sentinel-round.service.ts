import { Injectable } from '@nestjs/common';
import { ownBytes } from '../../common/own-bytes.js';
import { NO_ENTRIES, type ChainHead } from '../../account/ledger/ledger-chain.js';
import type { LedgerAccount } from '../../account/ledger/ledger-reader.repository.js';
import { BEFORE_ALL_ORDERS } from '../../orders/consistency/order-consistency.service.js';
import type { OrderFault } from '../../orders/consistency/order-consistency.repository.js';
import { AccountConsistencyService } from './account-consistency.service.js';

/** Yields to the event loop between two reads; throws when the round has to end. */
export type Yield = () => Promise<void>;

/** Reads of a thousand entries or orders each that a round repeats although nothing has changed them. */
const LEDGER_READS_PER_SWEEP = 50;
const ORDER_READS_PER_SWEEP = 5;

/** A fault of a single check. */
interface SuspectedFault extends OrderFault {
  /** True if it was found by comparison with an earlier entry that is remembered. */
  readonly byCheckpoint?: boolean;
}

/**
 * A round of the sentinel over all accounts. It checks the entries that were added since the last round, starting from
 * the last entry that was found valid. In addition it sweeps over all ledgers and orders from their beginning, a part
 * in each round. A fault that it finds is confirmed by a check of the whole account.
 *
 * All that it remembers belongs to one history of the database. After a failover or a restore, the entries that it has
 * checked may be lost, and others in their place.
 */
@Injectable()
export class SentinelRound {
  private history: string | undefined;
  /** Up to which entry each ledger was found valid. */
  private readonly checkpoints = new Map<number, ChainHead>();
  private ledgerSweep = { accountId: 0, head: NO_ENTRIES };
  private orderSweep = BEFORE_ALL_ORDERS;
  /** Accounts whose orders are halted, or will be for a fault of the last round. */
  readonly faulty = new Set<number>();

  constructor(private readonly consistency: AccountConsistencyService) {}

  /** The faults of this round, at most one per account. Accounts whose orders are halted are skipped. */
  async *faults(yieldToRequests: Yield): AsyncGenerator<OrderFault> {
    this.faulty.clear();
    this.enter(await this.consistency.history());
    for (const found of [this.changed(yieldToRequests), this.sweep(yieldToRequests)]) {
      for await (const suspected of found) {
        const { accountId } = suspected;
        if (this.faulty.has(accountId)) continue;
        const fault = await this.confirmed(suspected);
        if (fault === undefined) continue;
        this.faulty.add(accountId);
        // Once its orders are resumed, its whole ledger is checked again.
        this.checkpoints.delete(accountId);
        yield { accountId, fault };
      }
    }
  }

  /** Forgets all that was read from another history. @returns false if there was another one. */
  private enter(history: string): boolean {
    if (history === this.history) return true;
    this.history = history;
    this.checkpoints.clear();
    this.ledgerSweep = { accountId: 0, head: NO_ENTRIES };
    this.orderSweep = BEFORE_ALL_ORDERS;
    return false;
  }

  /**
   * The fault of an account by a check of all its entries and orders. If that finds none, a fault by a checkpoint still
   * holds in the same history: the end of the ledger was cut off.
   */
  private async confirmed(suspected: SuspectedFault): Promise<string | undefined> {
    const whole = await this.consistency.checkWhole(suspected.accountId);
    const isSameHistory = this.enter(whole.history);
    const remembered =
      suspected.byCheckpoint === true && isSameHistory ? suspected.fault : undefined;
    return whole.fault ?? remembered;
  }

  private async *changed(yieldToRequests: Yield): AsyncGenerator<SuspectedFault> {
    for await (const account of this.consistency.accounts()) {
      if (account.halted) this.faulty.add(account.id);
      else if (this.hasChanged(account)) yield* this.follow(account, yieldToRequests);
    }
  }

  private hasChanged({ id, balance, ledgerSequence }: LedgerAccount): boolean {
    const checkpoint = this.checkpoints.get(id);
    return checkpoint?.sequence !== ledgerSequence || checkpoint.balance !== balance;
  }

  private async *follow(
    { id }: LedgerAccount,
    yieldToRequests: Yield,
  ): AsyncGenerator<SuspectedFault> {
    let head = this.checkpoints.get(id) ?? NO_ENTRIES;
    for (;;) {
      const checked = await this.consistency.checkNext(id, head);
      if (!checked) return;
      const isSameHistory = this.enter(checked.history);
      if (isSameHistory && checked.fault !== undefined) {
        yield { accountId: id, fault: checked.fault, byCheckpoint: true };
        return;
      }
      head = isSameHistory ? checked.head : NO_ENTRIES;
      const isComplete = isSameHistory && checked.complete;
      if (isComplete) this.checkpoints.set(id, { ...head, hash: ownBytes(head.hash) });
      await yieldToRequests();
      if (isComplete) return;
    }
  }

  private async *sweep(yieldToRequests: Yield): AsyncGenerator<SuspectedFault> {
    for (let read = 0; read < LEDGER_READS_PER_SWEEP; read += 1) {
      const fault = await this.sweepLedger();
      if (fault === 'end') break;
      if (fault) yield fault;
      await yieldToRequests();
    }
    for (let read = 0; read < ORDER_READS_PER_SWEEP; read += 1) {
      const { faults, next } = await this.consistency.sweepOrders(this.orderSweep);
      yield* faults;
      this.orderSweep = next ?? BEFORE_ALL_ORDERS;
      if (!next) break;
      await yieldToRequests();
    }
  }

  /** Continues the ledger that the sweep has reached, or goes to the next one. */
  private async sweepLedger(): Promise<OrderFault | 'end' | undefined> {
    const { accountId, head } = this.ledgerSweep;
    const checked = accountId === 0 ? undefined : await this.consistency.checkNext(accountId, head);
    if (checked && !this.enter(checked.history)) return undefined;
    if (checked?.fault === undefined && checked?.complete === false) {
      this.ledgerSweep = { accountId, head: checked.head };
      return undefined;
    }
    const next = await this.consistency.accountAfter(accountId);
    this.ledgerSweep = { accountId: next?.id ?? 0, head: NO_ENTRIES };
    if (checked?.fault !== undefined) return { accountId, fault: checked.fault };
    return next ? undefined : 'end';
  }
}
