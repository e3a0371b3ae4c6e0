import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderRef } from '../order.entity.js';
import {
  OrderConsistencyRepository,
  type EntrySpan,
  type OrderFault,
} from './order-consistency.repository.js';

/** The position before all orders, where a sweep starts. */
export const BEFORE_ALL_ORDERS: OrderRef = { accountId: 0, orderId: '' };

const ORDERS_PER_READ = 1_000;

/** Checks that orders, ledger entries and idempotency keys are consistent. */
@Injectable()
export class OrderConsistencyService {
  constructor(private readonly orders: OrderConsistencyRepository) {}

  /** Describes a fault of an order that these entries name; undefined if there is none. */
  async faultOfEntries(manager: EntityManager, span: EntrySpan): Promise<string | undefined> {
    return (await this.orders.findFaultOfEntries(manager, span))[0]?.fault;
  }

  /**
   * Checks the next orders of a sweep over all orders, which finds also orders that no ledger entry names.
   * @returns at most one fault per account, and the position of the next call; undefined after the last order.
   */
  async sweep(
    manager: EntityManager,
    after: OrderRef,
  ): Promise<{ faults: readonly OrderFault[]; next: OrderRef | undefined }> {
    const last = await this.orders.lastOfNext(manager, after, ORDERS_PER_READ);
    if (!last) return { faults: [], next: undefined };
    return { faults: await this.orders.findFaultsBetween(manager, after, last), next: last };
  }

  /**
   * Describes a fault of any order of an account; undefined if there is none.
   * @param signal ends the check, between two reads. @throws the reason of the signal
   */
  async faultOfAccount(
    manager: EntityManager,
    accountId: number,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    let after: OrderRef = { accountId, orderId: '' };
    for (;;) {
      signal?.throwIfAborted();
      const { faults, next } = await this.sweep(manager, after);
      const fault = faults.find((found) => found.accountId === accountId);
      if (fault) return fault.fault;
      if (!next || next.accountId > accountId) return undefined;
      after = next;
    }
  }
}
