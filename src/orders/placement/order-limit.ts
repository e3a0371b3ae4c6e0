import { Injectable } from '@nestjs/common';
import type { Principal } from '../../account/access/principal.js';
import { AccountLimits } from '../../account/limits/account-limits.js';
import { AppError, TemporarilyUnavailableError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { isDatabaseUnavailable } from '../../database/database-errors.js';
import type { KeyClaim } from '../order.entity.js';
import { OrderRepository } from '../order.repository.js';

/** Limits the new orders of an account a minute. */
@Injectable()
export class OrderLimit {
  constructor(
    private readonly limits: AccountLimits,
    private readonly orders: OrderRepository,
    private readonly database: Database,
  ) {}

  /** False for most accounts. */
  concerns(principal: Principal): boolean {
    return this.limits.quotaOf('orders', principal) > 0;
  }

  /**
   * Places an order within the limit. The key is looked up first: a known one is answered whatever the limit. An order
   * that is refused does not count.
   * @throws TooManyRequestsError (111 with 429) before anything is written; what `place` throws
   */
  async place<T>(
    principal: Principal,
    { accountId, orderUuid }: KeyClaim,
    place: () => Promise<T>,
  ): Promise<T> {
    if (await this.isKnown(accountId, orderUuid)) return place();
    const quota = this.limits.quotaOf('orders', principal);
    const giveBack = await this.limits.take('orders', accountId, quota);
    try {
      return await place();
    } catch (error) {
      // After any other error the order may have been placed.
      if (error instanceof AppError && error.wire.code !== TemporarilyUnavailableError.wire.code) {
        giveBack();
      }
      throw error;
    }
  }

  /** False while the database does not answer: placing the order finds out. */
  private async isKnown(accountId: number, orderUuid: string): Promise<boolean> {
    try {
      return !!(await this.orders.findKey(this.database.manager, accountId, orderUuid));
    } catch (error) {
      if (isDatabaseUnavailable(error)) return false;
      throw error;
    }
  }
}
