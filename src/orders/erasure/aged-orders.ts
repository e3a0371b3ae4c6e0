import { Inject, Injectable } from '@nestjs/common';
import type { Position } from '../../common/paging.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { ErasedMessages } from './erased-messages.js';
import { ErasedOrders, type AgedOrder } from './erased-orders.repository.js';
import { ORDERS_PER_STEP } from './erasure-steps.js';
import { inParts } from './has-value.js';
import { OrderEraser } from './order-eraser.js';

/** How far orders are erased by their age. */
export interface AgeProgress extends Position {
  /** Of the database: a restored one begins anew. */
  readonly lineage: string;
}

const ORDERS_PER_LOOK = 1_000;

/** Erases orders that are older than ERASE_ORDERS_AFTER_DAYS, in steps. */
@Injectable()
export class AgedOrders {
  constructor(
    private readonly database: Database,
    private readonly orders: ErasedOrders,
    private readonly eraser: OrderEraser,
    private readonly messages: ErasedMessages,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'ERASE_ORDERS_AFTER_DAYS'>,
  ) {}

  get isOn(): boolean {
    return this.config.ERASE_ORDERS_AFTER_DAYS > 0;
  }

  /**
   * Erases what is old enough behind a place, until the time is over.
   * @returns where the next run begins: never behind an old order that waits, and whether it may begin at once
   * @throws the reason of the signal
   */
  async run(
    last: AgeProgress | undefined,
    isOver: () => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly progress: AgeProgress; readonly isCut: boolean }> {
    const days = this.config.ERASE_ORDERS_AFTER_DAYS;
    const { lineage, until, oldestWaiting } = await this.orders.now(days);
    let place: Position = last?.lineage === lineage ? last : { time: '-infinity', id: '' };
    let seen: readonly AgedOrder[];
    do {
      signal.throwIfAborted();
      seen = await this.orders.aged(place, days, ORDERS_PER_LOOK);
      for (const part of inParts(seen, ({ isOpen }) => isOpen, ORDERS_PER_STEP)) {
        signal.throwIfAborted();
        const open = part.filter(({ isOpen }) => isOpen);
        if (open.length > 0) await this.database.transaction((one) => this.eraser.erase(one, open));
      }
      const end = seen.at(-1);
      if (end) place = { time: end.time, id: end.orderId };
    } while (seen.length === ORDERS_PER_LOOK && !isOver());
    const isCut = seen.length === ORDERS_PER_LOOK;
    if (!isCut) await this.messages.erase({ accountId: null, value: undefined, until }, signal);
    const isBehind = !isCut && oldestWaiting !== null && oldestWaiting <= place.time;
    const next = isBehind ? { time: oldestWaiting, id: '' } : place;
    return { progress: { ...next, lineage }, isCut };
  }
}
