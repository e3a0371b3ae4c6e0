import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NO_ENTRIES, type ChainHead } from '../../account/ledger/ledger-chain.js';
import type { LedgerAccount } from '../../account/ledger/ledger-reader.repository.js';
import { LedgerWalkService } from '../../account/ledger/ledger-walk.service.js';
import { Database } from '../../database/database.js';
import { READ_HISTORY } from '../../database/revision/revisions.js';
import { OrderConsistencyService } from '../../orders/consistency/order-consistency.service.js';
import type { OrderFault } from '../../orders/consistency/order-consistency.repository.js';
import type { OrderRef } from '../../orders/order.entity.js';

/** The result of a check. */
interface Checked {
  /** The history of the database that was checked. */
  readonly history: string;
  /** Names the bad entry or order and what is wrong with it; undefined if there is none. */
  readonly fault: string | undefined;
}

/** The result of checking some ledger entries of an account. */
export interface CheckedEntries extends Checked {
  readonly head: ChainHead;
  /** False if further entries may follow the head. */
  readonly complete: boolean;
}

/** Checks the ledger of an account together with its orders. Each call reads one snapshot of the database. */
@Injectable()
export class AccountConsistencyService {
  constructor(
    private readonly database: Database,
    private readonly walks: LedgerWalkService,
    private readonly orders: OrderConsistencyService,
  ) {}

  /** All accounts, by id. */
  async *accounts(): AsyncGenerator<LedgerAccount> {
    let after = 0;
    for (;;) {
      const accounts = await this.walks.accounts(this.database.manager, after);
      yield* accounts;
      const last = accounts.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  /** The account with the next higher id; undefined after the last. */
  async accountAfter(id: number): Promise<LedgerAccount | undefined> {
    return (await this.walks.accounts(this.database.manager, id, 1))[0];
  }

  /** The history of the database. */
  history(): Promise<string> {
    return historyOf(this.database.manager);
  }

  /** Checks the next entries after `start`, and the orders that they name; undefined if there is no such account. */
  checkNext(accountId: number, start: ChainHead): Promise<CheckedEntries | undefined> {
    return this.database.snapshot(async (manager) => {
      const history = await historyOf(manager);
      const checked = await this.next(manager, accountId, start);
      return checked && { ...checked, history };
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
    return this.database.snapshot(async (manager) => {
      const history = await historyOf(manager);
      let head: ChainHead = NO_ENTRIES;
      for (;;) {
        signal?.throwIfAborted();
        const checked = await this.next(manager, accountId, head);
        if (checked?.fault !== undefined) return { history, fault: checked.fault };
        if (!checked || checked.complete) break;
        head = checked.head;
      }
      return { history, fault: await this.orders.faultOfAccount(manager, accountId, signal) };
    });
  }

  private async next(
    manager: EntityManager,
    accountId: number,
    start: ChainHead,
  ): Promise<Omit<CheckedEntries, 'history'> | undefined> {
    const walked = await this.walks.next(manager, accountId, start);
    if (!walked) return undefined;
    const span = { accountId, after: start.sequence, last: walked.head.sequence };
    return {
      ...walked,
      fault: walked.fault ?? (await this.orders.faultOfEntries(manager, span)),
    };
  }
}

/** That of the server which the manager's transaction runs on. */
async function historyOf(manager: EntityManager): Promise<string> {
  const [{ history }] = await manager.query<[{ history: string }]>(READ_HISTORY);
  return history;
}
