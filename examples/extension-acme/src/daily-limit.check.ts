import { OrderRefusedError, type OrderCheck, type OrderRefusal, type OrderToFulfill } from 'souk';
import type { EntityManager } from 'typeorm';
import { Spending } from './spending.js';

/** 409, since the same order may be placed tomorrow. */
export const DAILY_LIMIT_REACHED: OrderRefusal = {
  code: 601,
  message: 'The account has reached its daily limit.',
  httpStatus: 409,
};

/**
 * Refuses orders above the daily limit of an account. It is exact: the orders of an account are checked one after the
 * other, and what is counted here is committed or rolled back with the order.
 */
export class DailyLimit implements OrderCheck {
  readonly name = 'daily-limit';

  /** @param usualLimit in USD. */
  constructor(private readonly usualLimit: string) {}

  /** Orders that no check concerns are placed in batches, which is faster. */
  concerns({ rehearsal }: OrderToFulfill): boolean {
    return !rehearsal;
  }

  async check(manager: EntityManager, order: OrderToFulfill): Promise<void> {
    if (await Spending.exceeds(manager, order, this.usualLimit)) {
      throw new OrderRefusedError(DAILY_LIMIT_REACHED.code);
    }
  }
}
