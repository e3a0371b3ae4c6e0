import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Order } from '../order.entity.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { searchableTexts, SearchValues } from './search-values.js';

/** An order with its codes decrypted, as far as they can be. */
type ForgottenOrder = Pick<Order, 'accountId' | 'orderId' | 'fields' | 'deliveredCodes'>;

/** Takes orders out of the index of values. */
@Injectable()
export class ForgottenValues {
  constructor(
    private readonly values: SearchValues,
    private readonly index: SearchIndexRepository,
  ) {}

  /**
   * Before the orders are erased, which the caller has locked: whoever writes values of these accounts ends first, and nobody
   * begins until the end of the transaction, also not with an account that was never read.
   */
  async lock(manager: EntityManager, orders: readonly ForgottenOrder[]): Promise<void> {
    const columns = columnsOf(orders);
    const accounts = [...new Set(columns[0])].sort((a, b) => a - b);
    const [newest] = this.values.keyIds;
    if (newest) await this.index.begin(manager, accounts, newest);
    await manager.query(LOCK, [accounts]);
    await manager.query(FORGET_CHANGES, columns);
  }

  /** Deletes the values that the orders had, under each secret key. */
  async forget(manager: EntityManager, orders: readonly ForgottenOrder[]): Promise<void> {
    const rows = orders.flatMap((order) => {
      const texts = searchableTexts(order);
      const values = this.values.keyIds.flatMap((keyId) => this.values.of(texts, keyId));
      return values.map((value) => ({ order, value }));
    });
    const columns = columnsOf(rows.map(({ order }) => order));
    await manager.query(FORGET, [...columns, rows.map(({ value }) => value)]);
  }
}

function columnsOf(orders: readonly ForgottenOrder[]): [number[], string[]] {
  return [orders.map(({ accountId }) => accountId), orders.map(({ orderId }) => orderId)];
}

const LOCK = `
  SELECT FROM order_search_progress WHERE account_id = ANY ($1::integer[]) ORDER BY account_id FOR UPDATE`;

const FORGET_CHANGES = `
  DELETE FROM order_search_changes
  WHERE (account_id, order_id) IN (SELECT * FROM unnest($1::integer[], $2::text[]))`;

/** By the whole key of the index: a player may have many orders. */
const FORGET = `
  DELETE FROM order_search_values one
  USING unnest($1::integer[], $2::text[], $3::bytea[]) AS erased (account_id, order_id, value), orders placed
  WHERE placed.account_id = erased.account_id AND placed.order_id = erased.order_id
    AND one.account_id = erased.account_id AND one.value = erased.value
    AND one.created_at = placed.created_at AND one.order_id = erased.order_id`;
