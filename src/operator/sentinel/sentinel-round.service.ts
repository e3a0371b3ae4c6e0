import { Injectable } from '@nestjs/common';
import { NO_ENTRIES, type ChainHead } from '../../account/ledger/ledger-chain.js';
import type { LedgerAccount } from '../../account/ledger/ledger-reader.repository.js';
import { BEFORE_ALL_ORDERS } from '../../orders/books/order-books.service.js';
import type { OrderFault } from '../../orders/books/order-books.repository.js';
import { AccountBooksService } from './account-books.service.js';

/** Waits a moment between two looks, and throws when the round has to end. */
export type Breath = () => Promise<void>;

/** How many pieces of a thousand a round looks at again, though nothing has moved them. */
const SWEPT_PIECES = 50;
const SWEPT_ORDER_PIECES = 5;

/**
 * One look at the books after another. What has moved since the last round is followed from where it was sound;
 * beside that, all ledgers and orders are swept from their first entry again and again, a part each round.
 */
@Injectable()
export class SentinelRound {
  /** How far each ledger was found sound. */
  private readonly checkpoints = new Map<number, ChainHead>();
  private ledgerSweep = { accountId: 0, head: NO_ENTRIES };
  private orderSweep = BEFORE_ALL_ORDERS;
  /** Accounts whose orders are stopped, those found by the last round included. */
  readonly faulty = new Set<number>();

  constructor(private readonly books: AccountBooksService) {}

  /** Every fault that is found, an account at most once; accounts whose orders are stopped are left alone. */
  async *faults(breathe: Breath): AsyncGenerator<OrderFault> {
    this.faulty.clear();
    for (const look of [this.moved(breathe), this.sweep(breathe)]) {
      for await (const fault of look) {
        if (this.faulty.has(fault.accountId)) continue;
        this.faulty.add(fault.accountId);
        // The next look, after its orders were resumed, follows its ledger from the first entry.
        this.checkpoints.delete(fault.accountId);
        yield fault;
      }
    }
  }

  private async *moved(breathe: Breath): AsyncGenerator<OrderFault> {
    for await (const account of this.books.accounts()) {
      if (account.halted) this.faulty.add(account.id);
      else if (this.hasMoved(account)) yield* this.follow(account, breathe);
    }
  }

  private hasMoved({ id, balance, ledgerSequence }: LedgerAccount): boolean {
    const checkpoint = this.checkpoints.get(id);
    return checkpoint?.sequence !== ledgerSequence || checkpoint.balance !== balance;
  }

  private async *follow({ id }: LedgerAccount, breathe: Breath): AsyncGenerator<OrderFault> {
    let head = this.checkpoints.get(id) ?? NO_ENTRIES;
    for (;;) {
      const seen = await this.books.look(id, head);
      if (seen?.fault !== undefined) yield { accountId: id, fault: seen.fault };
      if (!seen || seen.fault !== undefined) return;
      head = seen.head;
      if (seen.complete) this.checkpoints.set(id, head);
      await breathe();
      if (seen.complete) return;
    }
  }

  private async *sweep(breathe: Breath): AsyncGenerator<OrderFault> {
    for (let piece = 0; piece < SWEPT_PIECES; piece += 1) {
      const fault = await this.sweepLedger();
      if (fault === 'end') break;
      if (fault) yield fault;
      await breathe();
    }
    for (let piece = 0; piece < SWEPT_ORDER_PIECES; piece += 1) {
      const { faults, next } = await this.books.sweepOrders(this.orderSweep);
      yield* faults;
      this.orderSweep = next ?? BEFORE_ALL_ORDERS;
      if (!next) break;
      await breathe();
    }
  }

  /** Goes on with the ledger it is at, or to the next one. */
  private async sweepLedger(): Promise<OrderFault | 'end' | undefined> {
    const { accountId, head } = this.ledgerSweep;
    const seen = accountId === 0 ? undefined : await this.books.look(accountId, head);
    if (seen?.fault === undefined && seen?.complete === false) {
      this.ledgerSweep = { accountId, head: seen.head };
      return undefined;
    }
    const next = await this.books.accountAfter(accountId);
    this.ledgerSweep = { accountId: next?.id ?? 0, head: NO_ENTRIES };
    if (seen?.fault !== undefined) return { accountId, fault: seen.fault };
    return next ? undefined : 'end';
  }
}
