import { Injectable } from '@nestjs/common';
import { DeliveredCodes } from '../delivered-codes.js';
import type { IndexedOrder, IndexRow } from './search-index.repository.js';
import { searchableTexts, SearchValues } from './search-values.js';

/** Texts that one batch hashes and writes; an order may have more. */
const TEXTS_PER_BATCH = 2_000;

/** An order, of which so many texts are in the index already. */
type BatchOrder = IndexedOrder & { readonly textsDone?: number };

/** What one batch does. */
export interface IndexBatch<Order extends BatchOrder> {
  readonly rows: readonly IndexRow[];
  /** The orders that the batch came to, in their sequence. */
  readonly orders: readonly Order[];
  /** Those of them whose codes cannot be read; their fields are in the rows. */
  readonly unreadable: readonly Order[];
  /** The last one of them, if the batch could take only a part of its texts. */
  readonly rest?: { readonly order: Order; readonly textsDone: number };
}

/** Makes the values of orders, so many at a time that nobody waits for them. */
@Injectable()
export class IndexBatches {
  constructor(
    private readonly values: SearchValues,
    private readonly codes: DeliveredCodes,
  ) {}

  /** The ids of the secret keys, each four bytes, the newest first; empty if there is no key. */
  get keyIds(): readonly Buffer[] {
    return this.values.keyIds;
  }

  /** The batch over the first of these orders, at least over a part of one. */
  over<Order extends BatchOrder>(orders: readonly Order[], keyId: Buffer): IndexBatch<Order> {
    const [rows, done, unreadable]: [IndexRow[], Order[], Order[]] = [[], [], []];
    let left = TEXTS_PER_BATCH;
    for (const order of orders) {
      if (left === 0) break;
      const result = this.codes.tryDecrypt(order);
      if ('error' in result) unreadable.push(order);
      done.push(order);
      const { accountId, orderId, time, textsDone = 0 } = order;
      const texts = searchableTexts('order' in result ? result.order : order).slice(textsDone);
      const part = texts.slice(0, left);
      const values = this.values.of(part, keyId);
      rows.push(...values.map((value) => ({ accountId, value, time, orderId })));
      left -= part.length;
      if (part.length < texts.length) {
        const rest = { order, textsDone: textsDone + part.length };
        return { rows, orders: done, unreadable, rest };
      }
    }
    return { rows, orders: done, unreadable };
  }
}
