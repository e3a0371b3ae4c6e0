import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NO_ENTRIES, type ChainHead } from '../../account/ledger/ledger-chain.js';
import { LedgerWalkService } from '../../account/ledger/ledger-walk.service.js';
import { Database } from '../../database/database.js';
import { OrderConsistencyService } from '../../orders/consistency/order-consistency.service.js';
import type { OrderFault } from '../../orders/consistency/order-consistency.repository.js';
import type { OrderRef } from '../../orders/order.entity.js';
import { SentinelCheckpoints, type ChangedAccounts } from './sentinel-checkpoints.repository.js';

/** The result of a check. */
interface Checked {
  /** Names the bad entry or order and what is wrong with it; undefined if there is none. */
  readonly fault: string | undefined;
}

/** The result of checking some ledger entries of an account. */
export interface CheckedEntries extends Checked {
  readonly head: ChainHead;
  /** False if further entries may follow the head. */
  readonly complete: boolean;
}

const ACCOUNTS_PER_READ = 2_000;

/**
 * Checks the ledger of an account together with its orders. Each call reads one snapshot of the database, checkpoints
 * included, so what it compares belongs together, also after a failover.
 */
@Injectable()
export class AccountConsistencyService {
  constructor(
    private readonly database: Database,
    private readonly walks: LedgerWalkService,
    private readonly orders: OrderConsistencyService,
    private readonly checkpoints: SentinelCheckpoints,
  ) {}

  /** The next accounts that have changed since they were checked last. */
  changedAfter(accountId: number): Promise<ChangedAccounts> {
    return this.checkpoints.changedAfter(this.database.manager, accountId, ACCOUNTS_PER_READ);
  }

  /** The accounts whose orders are halted. Once they are resumed, their whole ledgers are checked again. */
  halted(): Promise<number[]> {
    return this.checkpoints.halted(this.database.manager);
  }

  /** The next higher id of an account; undefined after the last. */
  async accountAfter(id: number): Promise<number | undefined> {
    return (await this.walks.accounts(this.database.manager, id, 1))[0]?.id;
  }

  /** Checks the next entries after `start`, and the orders that they name; undefined if there is no such account. */
  checkFrom(accountId: number, start: ChainHead): Promise<CheckedEntries | undefined> {
    return this.database.snapshot((manager) => this.next(manager, accountId, start));
  }

  /** As `checkFrom` the checkpoint of the account, which comes to stand behind the valid entries. */
  checkNext(accountId: number): Promise<CheckedEntries | undefined> {
    return this.database.snapshot(async (manager) => {
      const start = await this.checkpoints.of(manager, accountId);
      const checked = await this.next(manager, accountId, start ?? NO_ENTRIES);
      if (checked && checked.fault === undefined) {
        await this.checkpoints.keep(manager, accountId, checked.head);
      }
      return checked;
    });
  }

  /** Checks the next orders of a sweep over the orders of all accounts. */
  sweepOrders(
    after: OrderRef,
  ): Promise<{ faults: readonly OrderFault[]; next: OrderRef | undefined }> {
    return this.database.snapshot((manager) => this.orders.sweep(manager, after));
  }

  /**
   * Checks the whole ledger from its beginning and all orders of an account, in one snapshot.
   * @param signal ends the check, between two reads. @throws the reason of the signal
   */
  checkWhole(accountId: number, signal?: AbortSignal): Promise<Checked> {
    return this.database.snapshot(async (manager) => ({
      fault: await this.whole(manager, accountId, signal),
    }));
  }

  /** As `checkWhole`; if that finds nothing, what follows the checkpoint may still show that the end was cut off. */
  confirm(accountId: number): Promise<Checked> {
    return this.database.snapshot(async (manager) => {
      const fault = await this.whole(manager, accountId);
      const start = await this.checkpoints.of(manager, accountId);
      if (fault !== undefined || !start) return { fault };
      return { fault: (await this.next(manager, accountId, start))?.fault };
    });
  }

  /** Its next check begins with the first entry. */
  forget(accountId: number): Promise<void> {
    return this.checkpoints.forget(this.database.manager, accountId);
  }

  private async whole(
    manager: EntityManager,
    accountId: number,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    let head: ChainHead = NO_ENTRIES;
    for (;;) {
      signal?.throwIfAborted();
      const checked = await this.next(manager, accountId, head);
      if (checked?.fault !== undefined) return checked.fault;
      if (!checked || checked.complete) break;
      head = checked.head;
    }
    return this.orders.faultOfAccount(manager, accountId, signal);
  }

  private async next(
    manager: EntityManager,
    accountId: number,
    start: ChainHead,
  ): Promise<CheckedEntries | undefined> {
    const walked = await this.walks.next(manager, accountId, start);
    if (!walked) return undefined;
    const span = { accountId, after: start.sequence, last: walked.head.sequence };
    return {
      ...walked,
      fault: walked.fault ?? (await this.orders.faultOfEntries(manager, span)),
    };
  }
}
