import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SecretUnreadableError } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import type { OrderRef } from '../order.entity.js';
import { ErasedMessages } from './erased-messages.js';
import { ErasedOrders } from './erased-orders.repository.js';
import { Erasures, type OpenErasure } from './erasures.repository.js';
import { hasValue, inParts } from './has-value.js';
import { OrderEraser } from './order-eraser.js';

/** Orders that one transaction erases. */
export const ORDERS_PER_STEP = 100;
/** Where few orders have the value, more are looked at. */
const ORDERS_PER_LOOK = 2_000;
/** Between two steps, in which orders are served. */
const PAUSE_MS = 5;

/** Does erasures that were asked for, in steps, behind each of which another server can go on. */
@Injectable()
export class ErasureSteps {
  constructor(
    private readonly database: Database,
    private readonly erasures: Erasures,
    private readonly orders: ErasedOrders,
    private readonly eraser: OrderEraser,
    private readonly messages: ErasedMessages,
  ) {}

  /** True if there is something to do. */
  async isOpen(): Promise<boolean> {
    return (await this.erasures.open()) !== undefined;
  }

  /**
   * Does all that were asked for, the oldest first. One whose secret key is missing keeps no other from being done.
   * @throws the reason of the signal
   * @throws SecretUnreadableError of the first one that was left
   */
  async run(signal: AbortSignal): Promise<void> {
    let unreadable: SecretUnreadableError | undefined;
    let open = await this.erasures.open();
    while (open) {
      try {
        await this.finish(open, signal);
      } catch (error) {
        if (!(error instanceof SecretUnreadableError)) throw error;
        unreadable ??= error;
      }
      open = await this.erasures.open(open.id);
    }
    if (unreadable) throw unreadable;
  }

  private async finish(erasure: OpenErasure, signal: AbortSignal): Promise<void> {
    const { id, state } = erasure;
    if (state === 'counting') await this.erasures.counted(id, await this.orders.count(erasure));
    const value = this.erasures.valueOf(erasure);
    if (state !== 'messages') {
      await this.eraseOrders(erasure, value, signal);
      await this.erasures.ordersDone(id);
    }
    await this.messages.erase({ ...erasure, value }, signal);
    await this.erasures.finish(id);
  }

  private async eraseOrders(
    erasure: OpenErasure,
    value: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const limit = value === undefined ? ORDERS_PER_STEP : ORDERS_PER_LOOK;
    let { last } = erasure;
    for (;;) {
      const seen = await this.orders.after(erasure, last, limit);
      const isMeant = (order: (typeof seen)[number]) => !order.isErased && hasValue(order, value);
      for (const part of inParts(seen, isMeant, ORDERS_PER_STEP)) {
        await this.step(erasure.id, part, part.filter(isMeant));
        last = part.at(-1) ?? last;
        await wait(PAUSE_MS, undefined, { signal });
      }
      if (seen.length < limit) return;
    }
  }

  private step(id: number, seen: readonly OrderRef[], meant: readonly OrderRef[]): Promise<void> {
    return this.database.transaction(async (manager) => {
      await this.erasures.advance(manager, id, seen, await this.eraser.erase(manager, meant));
    });
  }
}
