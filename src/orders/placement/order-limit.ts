import { Injectable } from '@nestjs/common';
import type { Principal } from '../../account/access/principal.js';
import { AccountLimits } from '../../account/limits/account-limits.js';
import { AppError, TemporarilyUnavailableError } from '../../common/app-error.js';
import { TimeLimitError, withinTime } from '../../common/time-limit.js';
import { isDatabaseUnavailable } from '../../database/database-errors.js';
import type { KeyClaim } from '../order.entity.js';
import { OrderRepository } from '../order.repository.js';

/** What the requests with one idempotency key share: one token of the limit, since at most one order is placed. */
interface KeyToken {
  /** Gives the token back. Rejected when there is none. */
  readonly taken: Promise<() => void>;
  requests: number;
  /** True when one of the requests has placed the order, or may have. */
  isSpent: boolean;
}

/** An order that has waited so long for its key to be looked up is let through, and waits for no token. */
const KEY_TIMEOUT_MS = 1_000;
const LATE = `the idempotency key was not found within ${KEY_TIMEOUT_MS} ms`;

/** Limits the new orders of an account a minute. */
@Injectable()
export class OrderLimit {
  private readonly tokens = new Map<string, KeyToken>();

  constructor(
    private readonly limits: AccountLimits,
    private readonly orders: OrderRepository,
  ) {}

  /** False for most accounts. */
  concerns(principal: Principal): boolean {
    return this.limits.quotaOf('orders', principal) > 0;
  }

  /**
   * Places an order within the limit. The key is looked up first: a known one is answered whatever the limit. An order
   * that is refused does not count, nor does one whose key cannot be looked up.
   * @throws TooManyRequestsError (111 with 429) before anything is written; what `place` throws
   */
  async place<T>(
    principal: Principal,
    { accountId, orderUuid }: KeyClaim,
    place: () => Promise<T>,
  ): Promise<T> {
    const isKnown = await this.isKnown(accountId, orderUuid);
    if (isKnown === undefined) this.limits.letThrough('orders');
    if (isKnown !== false) return place();
    const key = `${accountId} ${orderUuid}`;
    const token = this.tokenOf(key, principal);
    token.requests++;
    try {
      await token.taken;
      return await spending(token, place);
    } finally {
      if (--token.requests === 0) await this.close(key, token);
    }
  }

  private tokenOf(key: string, principal: Principal): KeyToken {
    const known = this.tokens.get(key);
    if (known) return known;
    const quota = this.limits.quotaOf('orders', principal);
    const taken = this.limits.take('orders', principal.accountId, quota);
    const token = { taken, requests: 0, isSpent: false };
    this.tokens.set(key, token);
    return token;
  }

  private async close(key: string, { taken, isSpent }: KeyToken): Promise<void> {
    this.tokens.delete(key);
    if (isSpent) return;
    const giveBack = await taken.catch(() => undefined);
    giveBack?.();
  }

  /** Undefined if the database does not answer in time: placing the order finds out. */
  private async isKnown(accountId: number, orderUuid: string): Promise<boolean | undefined> {
    const reading = this.orders.isKnown({ accountId, orderUuid });
    try {
      return await withinTime(reading, KEY_TIMEOUT_MS, LATE);
    } catch (error) {
      if (error instanceof TimeLimitError || isDatabaseUnavailable(error)) return undefined;
      throw error;
    }
  }
}

/** Notes whether the order was placed; after any error that is no refusal it may have been. */
async function spending<T>(token: KeyToken, place: () => Promise<T>): Promise<T> {
  try {
    const placed = await place();
    token.isSpent = true;
    return placed;
  } catch (error) {
    const isRefusal =
      error instanceof AppError && error.wire.code !== TemporarilyUnavailableError.wire.code;
    if (!isRefusal) token.isSpent = true;
    throw error;
  }
}
