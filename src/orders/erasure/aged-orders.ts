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
  /** The time of the oldest order that waited behind the place when a run was cut off; it may be decided since. */
  readonly passed?: string;
}

/** Before all orders. */
const BEGINNING: Position = { time: '-infinity', id: '' };

export const ORDERS_PER_LOOK = 1_000;

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
   * @returns where the next run begins, and whether it may begin at once; one that was not cut off leaves no old order
   * behind that waits, or has waited when a run passed it
   * @throws the reason of the signal
   */
  async run(
    last: AgeProgress | undefined,
    isOver: () => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly progress: AgeProgress; readonly isCut: boolean }> {
    const days = this.config.ERASE_ORDERS_AFTER_DAYS;
    const { lineage, until, oldestWaiting } = await this.orders.now(days);
    const known = last?.lineage === lineage ? last : undefined;
    let place: Position = known ?? BEGINNING;
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
    const oldest = [known?.passed ?? [], oldestWaiting ?? []].flat().toSorted()[0];
    return { progress: { ...nextOf(place, isCut, oldest), lineage }, isCut };
  }
}

/** @param oldest the time of the oldest order that waits, or has when a run passed it */
function nextOf({ time, id }: Position, isCut: boolean, oldest = ''): Omit<AgeProgress, 'lineage'> {
  if (oldest === '' || oldest > time) return { time, id };
  // Whoever has begun to go through all orders does so to the end, before it begins anew.
  return isCut ? { time, id, passed: oldest } : { time: oldest, id: '' };
}
