import { Injectable } from '@nestjs/common';
import { NO_ENTRIES, type ChainHead } from '../../account/ledger/ledger-chain.js';
import type { LedgerAccount } from '../../account/ledger/ledger-reader.repository.js';
import { LedgerWalkService } from '../../account/ledger/ledger-walk.service.js';
import { Database } from '../../database/database.js';
import { OrderBooksService } from '../../orders/books/order-books.service.js';
import type { OrderFault } from '../../orders/books/order-books.repository.js';
import type { OrderRef } from '../../orders/order.entity.js';

/** What was seen of an account's books. */
export interface SeenBooks {
  readonly head: ChainHead;
  /** What is wrong, naming the entry or order; undefined when nothing is. */
  readonly fault: string | undefined;
  /** False when there may be more entries behind the head. */
  readonly complete: boolean;
}

/** An account's ledger together with its orders. Each look is one snapshot, so what runs meanwhile is no fault. */
@Injectable()
export class AccountBooksService {
  constructor(
    private readonly database: Database,
    private readonly walks: LedgerWalkService,
    private readonly orders: OrderBooksService,
  ) {}

  /** Every account by id. */
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

  /** The account behind the given one; undefined behind the last. */
  async accountAfter(id: number): Promise<LedgerAccount | undefined> {
    return (await this.walks.accounts(this.database.manager, id, 1))[0];
  }

  /** The next entries behind a head, and the orders they speak of; undefined when there is no such account. */
  look(accountId: number, start: ChainHead): Promise<SeenBooks | undefined> {
    return this.database.snapshot(async (manager) => {
      const account = await this.walks.account(manager, accountId);
      if (!account) return undefined;
      const piece = await this.walks.piece(manager, account, start);
      const span = { accountId, after: start.sequence, last: piece.head.sequence };
      return { ...piece, fault: piece.fault ?? (await this.orders.faultOfEntries(manager, span)) };
    });
  }

  /** The next step on a way through the orders of all accounts. */
  sweepOrders(
    after: OrderRef,
  ): Promise<{ faults: readonly OrderFault[]; next: OrderRef | undefined }> {
    return this.database.snapshot((manager) => this.orders.sweep(manager, after));
  }

  /** What is wrong anywhere in an account's books; undefined when nothing is. */
  async faultOf(accountId: number): Promise<string | undefined> {
    let head: ChainHead = NO_ENTRIES;
    for (;;) {
      const seen = await this.look(accountId, head);
      if (seen?.fault !== undefined) return seen.fault;
      if (!seen || seen.complete) break;
      head = seen.head;
    }
    return this.database.snapshot((manager) => this.orders.faultOfAccount(manager, accountId));
  }
}
