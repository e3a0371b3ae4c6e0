import { Injectable } from '@nestjs/common';
import { NO_ENTRIES } from '../../account/ledger/ledger-chain.js';
import { BEFORE_ALL_ORDERS } from '../../orders/consistency/order-consistency.service.js';
import type { OrderFault } from '../../orders/consistency/order-consistency.repository.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { AccountConsistencyService } from './account-consistency.service.js';

/** Yields to the event loop between two reads; throws when the round has to end. */
export type Yield = () => Promise<void>;

/** What a round leaves to the next one, on whichever server that takes place; as JSON. */
export interface RoundResult {
  /** How many accounts have their orders halted, or will for a fault of this round. */
  readonly faulty: number;
  /** The entry that the sweep over all ledgers has reached; account 0 before the first one. */
  readonly ledgerSweep: {
    readonly accountId: number;
    readonly sequence: string;
    readonly balance: string;
    /** In hexadecimal. */
    readonly hash: string;
  };
  readonly orderSweep: OrderRef;
}

const BEFORE_THE_FIRST: RoundResult = {
  faulty: 0,
  ledgerSweep: { accountId: 0, ...NO_ENTRIES, hash: NO_ENTRIES.hash.toString('hex') },
  orderSweep: BEFORE_ALL_ORDERS,
};

/** What the sweeps read in each round, so that they take a small part of the time, however much there is to read. */
const LEDGER_PARTS_PER_ROUND = 50;
const ENTRIES_PER_ROUND = 10_000;
const ORDER_READS_PER_ROUND = 5;

/**
 * A round of the sentinel over all accounts. It checks the entries that were added since their checkpoints. In addition it
 * sweeps over all ledgers and orders from their beginning, a part in each round, whatever the checkpoints say. A fault that
 * it finds is confirmed by a check of the whole account.
 */
@Injectable()
export class SentinelRound {
  private ledgerSweep = { accountId: 0, head: NO_ENTRIES };
  private orderSweep = BEFORE_ALL_ORDERS;
  private sweptEntries = 0;
  private faulty = new Set<number>();

  constructor(private readonly consistency: AccountConsistencyService) {}

  /**
   * The faults of this round, at most one per account. Accounts whose orders are halted are skipped.
   * @param last the result of the round before; undefined for the first one.
   */
  async *faults(last: RoundResult | undefined, yieldToRequests: Yield): AsyncGenerator<OrderFault> {
    this.goOnFrom(last ?? BEFORE_THE_FIRST);
    this.faulty = new Set(await this.consistency.halted());
    for (const found of [this.changed(yieldToRequests), this.sweep(yieldToRequests)]) {
      for await (const accountId of found) {
        if (this.faulty.has(accountId)) continue;
        const { fault } = await this.consistency.confirm(accountId);
        if (fault === undefined) continue;
        this.faulty.add(accountId);
        yield { accountId, fault };
        // Not before the orders are halted: a cut-off end is shown by the checkpoint alone.
        await this.consistency.forget(accountId);
      }
    }
  }

  /** Of the round that has ended. */
  get result(): RoundResult {
    const { accountId, head } = this.ledgerSweep;
    return {
      faulty: this.faulty.size,
      ledgerSweep: { accountId, ...head, hash: head.hash.toString('hex') },
      orderSweep: this.orderSweep,
    };
  }

  private goOnFrom({ ledgerSweep, orderSweep }: RoundResult): void {
    const { accountId, hash, ...head } = ledgerSweep;
    this.ledgerSweep = { accountId, head: { ...head, hash: Buffer.from(hash, 'hex') } };
    this.orderSweep = orderSweep;
  }

  /** Accounts whose new entries seem to have a fault. */
  private async *changed(yieldToRequests: Yield): AsyncGenerator<number> {
    for (let after: number | null = 0; after !== null;) {
      const { changed, last } = await this.consistency.changedAfter(after);
      for (const accountId of changed) {
        if (await this.isSuspected(accountId, yieldToRequests)) yield accountId;
      }
      after = last;
    }
  }

  private async isSuspected(accountId: number, yieldToRequests: Yield): Promise<boolean> {
    for (;;) {
      const checked = await this.consistency.checkNext(accountId);
      if (checked?.fault !== undefined) return true;
      await yieldToRequests();
      if (checked?.complete !== false) return false;
    }
  }

  /** Accounts that seem to have a fault in the next part of all ledgers and orders. */
  private async *sweep(yieldToRequests: Yield): AsyncGenerator<number> {
    this.sweptEntries = 0;
    for (let part = 0; part < LEDGER_PARTS_PER_ROUND; part += 1) {
      if (this.sweptEntries >= ENTRIES_PER_ROUND) break;
      const suspected = await this.sweepLedger();
      if (suspected === 'end') break;
      if (suspected !== undefined) yield suspected;
      await yieldToRequests();
    }
    for (let read = 0; read < ORDER_READS_PER_ROUND; read += 1) {
      const { faults, next } = await this.consistency.sweepOrders(this.orderSweep);
      for (const { accountId } of faults) yield accountId;
      this.orderSweep = next ?? BEFORE_ALL_ORDERS;
      if (!next) break;
      await yieldToRequests();
    }
  }

  /** Continues the ledger that the sweep has reached, or goes to the next one. */
  private async sweepLedger(): Promise<number | 'end' | undefined> {
    const { accountId, head } = this.ledgerSweep;
    const checked = accountId === 0 ? undefined : await this.consistency.checkFrom(accountId, head);
    this.sweptEntries += checked ? Number(checked.head.sequence) - Number(head.sequence) : 0;
    if (checked?.fault === undefined && checked?.complete === false) {
      this.ledgerSweep = { accountId, head: checked.head };
      return undefined;
    }
    const next = await this.consistency.accountAfter(accountId);
    this.ledgerSweep = { accountId: next ?? 0, head: NO_ENTRIES };
    if (checked?.fault !== undefined) return accountId;
    return next === undefined ? 'end' : undefined;
  }
}
