import { Injectable } from '@nestjs/common';
import { RefusalRepository, type ErasedRefusals } from '../refusals/refusal.repository.js';
import { ErasedOrders } from './erased-orders.repository.js';

const REFUSALS_PER_STEP = 5_000;

/** Erases what is told of orders elsewhere, once these are erased. */
@Injectable()
export class ErasedMessages {
  constructor(
    private readonly orders: ErasedOrders,
    private readonly refusals: RefusalRepository,
  ) {}

  /** @throws the reason of the signal */
  async erase(refused: ErasedRefusals, signal: AbortSignal): Promise<void> {
    await this.orders.eraseReasons(signal);
    let deleted: number;
    do {
      signal.throwIfAborted();
      deleted = await this.refusals.deleteErased(refused, REFUSALS_PER_STEP);
    } while (deleted > 0);
  }
}
