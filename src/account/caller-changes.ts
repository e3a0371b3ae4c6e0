import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { TooManyRequestsError } from '../common/http/http.errors.js';

/** Changes that an account may make at once; a tenth of a minute later it may make one more, and so on. */
const MAX_CHANGES = 100;
const REFILL_SECONDS = 6;
const MAX_REMEMBERED_ACCOUNTS = 10_000;

interface Bucket {
  left: number;
  /** By `now`. */
  at: number;
}

/**
 * Limits how often callers change their own tokens and settings: each change makes all instances read the access of all
 * accounts again, and leaves an audit entry. Each instance counts by itself.
 */
@Injectable()
export class CallerChanges {
  /** A monotonic clock in milliseconds. */
  now = (): number => performance.now();
  private readonly buckets = new LRUCache<number, Bucket>({ max: MAX_REMEMBERED_ACCOUNTS });

  /** @throws TooManyRequestsError (111 with 429) */
  count(accountId: number): void {
    const now = this.now();
    const { left, at } = this.buckets.get(accountId) ?? { left: MAX_CHANGES, at: now };
    const refilled = Math.min(MAX_CHANGES, left + (now - at) / 1000 / REFILL_SECONDS);
    if (refilled < 1) {
      throw new TooManyRequestsError(
        'Too many changes by this account, send it again in a minute',
        REFILL_SECONDS,
      );
    }
    this.buckets.set(accountId, { left: refilled - 1, at: now });
  }
}
