import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountService } from '../../account/account.service.js';
import { ConflictError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { searchForm } from '../search/search-text.js';
import { ErasedOrders } from './erased-orders.repository.js';
import { Erasures, type Erasure } from './erasures.repository.js';
import { hasValue } from './has-value.js';

/** Named in a refusal. */
const MOST_NAMED = 10;

/** All orders of an account, all of the shop with the value in a field, or those of the account with the value. */
export interface WhatToErase {
  readonly accountId?: number | undefined;
  readonly value?: string | undefined;
}

/** Takes the wishes to erase what was typed into orders; the servers do it in the background. */
@Injectable()
export class ErasureRequests {
  constructor(
    private readonly accounts: AccountService,
    private readonly orders: ErasedOrders,
    private readonly erasures: Erasures,
  ) {}

  /**
   * @throws OperatorError; MissingError without such an account; ConflictError that names the orders that wait;
   * SecretKeyMissingError
   */
  async add(manager: EntityManager, { accountId, value }: WhatToErase): Promise<Erasure> {
    const form = value === undefined ? undefined : searchForm(value);
    if (form === '' || (form === undefined && accountId === undefined)) {
      throw new OperatorError(...sentence('erasure.of-nothing'));
    }
    if (accountId !== undefined) await this.accounts.get(accountId, manager);
    const waiting = await this.orders.waiting(manager, accountId ?? null);
    const named = waiting.filter((order) => hasValue(order, form)).map(({ orderId }) => orderId);
    if (named.length > 0) {
      const orders = named.slice(0, MOST_NAMED).join(', ');
      throw new ConflictError(...sentence('erasure.orders-wait', { count: named.length, orders }));
    }
    return this.erasures.add(manager, accountId ?? null, form);
  }

  /** Newest first, before an id. */
  page(before: number | undefined, limit: number): Promise<Erasure[]> {
    return this.erasures.page(before, limit);
  }
}
