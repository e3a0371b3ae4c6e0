import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderRef } from '../order.entity.js';
import { OrderBooksRepository, type EntrySpan, type OrderFault } from './order-books.repository.js';

/** Where a way through all orders begins. */
export const BEFORE_ALL_ORDERS: OrderRef = { accountId: 0, orderId: '' };

/** Orders looked at by one statement. */
const CHUNK = 1_000;

/** Whether orders and ledger agree: each charged once, each rejected one refunded once, each with its key. */
@Injectable()
export class OrderBooksService {
  constructor(private readonly books: OrderBooksRepository) {}

  /** What is wrong with an order that these entries speak of; undefined when nothing is. */
  async faultOfEntries(manager: EntityManager, span: EntrySpan): Promise<string | undefined> {
    return (await this.books.findFaultOfEntries(manager, span))[0]?.fault;
  }

  /**
   * The next step on a way through all orders, for those that no entry speaks of.
   * @returns the faults, one an account, and where to go on; undefined behind the last order.
   */
  async sweep(
    manager: EntityManager,
    after: OrderRef,
  ): Promise<{ faults: readonly OrderFault[]; next: OrderRef | undefined }> {
    const last = await this.books.orderAhead(manager, after, CHUNK);
    if (!last) return { faults: [], next: undefined };
    return { faults: await this.books.findFaultsBetween(manager, after, last), next: last };
  }

  /** What is wrong with any order of an account. */
  async faultOfAccount(manager: EntityManager, accountId: number): Promise<string | undefined> {
    let after: OrderRef = { accountId, orderId: '' };
    for (;;) {
      const { faults, next } = await this.sweep(manager, after);
      const fault = faults.find((found) => found.accountId === accountId);
      if (fault) return fault.fault;
      if (!next || next.accountId > accountId) return undefined;
      after = next;
    }
  }
}
