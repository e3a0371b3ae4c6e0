import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MAX_COUNTED_ORDERS, type WaitingOrder } from '../messages/notice.js';
import { CURSOR, FORGET_CURSORS, MOVE_CURSOR, OVERDUE, WAITING } from './waiting-orders.sql.js';

/** What orders are looked for. */
export interface OrderWatch {
  /** For how long they have waited; null for those that wait for the operator, however long. */
  readonly minutes: number | null;
}

const BEGINNING = '-infinity';

/** Finds orders that wait and were not told yet. Index scans of those that wait, within bounds. */
@Injectable()
export class OrderWatchRepository {
  /**
   * The orders since the last call in a committed transaction, the oldest first; the first call finds all.
   * @returns one more than MAX_COUNTED_ORDERS if there are more; the others are not found again.
   */
  async take(manager: EntityManager, { minutes }: OrderWatch): Promise<WaitingOrder[]> {
    const watch = watchName({ minutes });
    const [cursor] = await manager.query<{ toldUntil: string }[]>(CURSOR, [watch]);
    const bounds = [cursor?.toldUntil ?? BEGINNING, MAX_COUNTED_ORDERS + 1];
    const orders =
      minutes === null
        ? await manager.query<WaitingOrder[]>(WAITING, bounds)
        : await manager.query<WaitingOrder[]>(OVERDUE, [...bounds, minutes]);
    await manager.query(MOVE_CURSOR, [watch, minutes]);
    return orders;
  }

  /** What nobody wants to be told of any more begins anew when somebody does. */
  async keepOnly(manager: EntityManager, watches: readonly OrderWatch[]): Promise<void> {
    await manager.query(FORGET_CURSORS, [watches.map(watchName)]);
  }
}

function watchName({ minutes }: OrderWatch): string {
  return minutes === null ? 'order.waiting' : `order.overdue:${minutes}`;
}
