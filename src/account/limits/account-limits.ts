import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequestsError } from '../../common/http/http.errors.js';
import { loggableError } from '../../common/logger.js';
import { PeriodicService } from '../../common/periodic-service.js';
import { withinTime } from '../../common/time-limit.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Bucket, LIMIT_KINDS, type LimitKind, type Remaining } from './bucket.js';
import { LimitBucketsRepository, type BucketAsk } from './limit-buckets.repository.js';

/** How often an instance exchanges what it has used with the database. */
const EXCHANGE_INTERVAL_MS = 250;
/** A request that has waited so long for an exchange is let through. */
const EXCHANGE_TIMEOUT_MS = 2_000;

/** The settings of an account; null follows the configuration, 0 is no limit. */
export interface LimitSettings {
  readonly requestsPerMinute: number | null;
  readonly ordersPerMinute: number | null;
}

/** How requests of limited accounts have ended, since the start. */
interface Counts {
  refused: number;
  /** Let through because the database did not answer. */
  unchecked: number;
}

/**
 * Limits the requests, the checks and the new orders of an account a minute, over all instances together. Requests spend
 * tokens of this instance; in the background it exchanges them with the buckets in the database. A request waits for an
 * exchange only if this instance has no token left and the database may have one. While the database does not answer,
 * every request is let through. docs/decisions/0035 says how far the sum of all instances may be off.
 */
@Injectable()
export class AccountLimits extends PeriodicService {
  protected override readonly inEachWorker = true;
  readonly counts: Readonly<Record<LimitKind, Counts>> = {
    requests: { refused: 0, unchecked: 0 },
    checks: { refused: 0, unchecked: 0 },
    orders: { refused: 0, unchecked: 0 },
  };
  /** A monotonic clock in milliseconds. */
  now = (): number => performance.now();
  private readonly buckets: Readonly<Record<LimitKind, Map<number, Bucket>>> = {
    requests: new Map(),
    checks: new Map(),
    orders: new Map(),
  };
  /** True from an exchange that failed, or took too long, until one succeeds. */
  private isFailing = false;
  /** True when the next exchange is one of all buckets. */
  private isDue = false;
  private running: Promise<void> | undefined;
  /** The exchange after the running one; all that ask for one meanwhile share it. */
  private next: Promise<void> | undefined;

  constructor(
    private readonly repository: LimitBucketsRepository,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {
    super(EXCHANGE_INTERVAL_MS, 'the tokens of limits could not be exchanged');
  }

  /** Tokens a minute; 0 for an account without this limit. */
  quotaOf(kind: LimitKind, { requestsPerMinute, ordersPerMinute }: LimitSettings): number {
    switch (kind) {
      case 'requests':
        return requestsPerMinute ?? this.config.MAX_ACCOUNT_REQUESTS_PER_MINUTE;
      case 'checks':
        return this.config.MAX_ACCOUNT_CHECKS_PER_MINUTE;
      case 'orders':
        return ordersPerMinute ?? this.config.MAX_ACCOUNT_ORDERS_PER_MINUTE;
    }
  }

  /** Takes a token if that needs no exchange. @returns false if there is none, or only the database knows. */
  tryTake(kind: LimitKind, accountId: number, quota: number): boolean {
    const bucket = this.bucketOf(kind, accountId, quota);
    return this.isUnchecked(kind) || bucket.take(this.now()) === 'taken';
  }

  /**
   * Takes a token; where only the database knows whether there is one, after an exchange.
   * @returns puts the token back, if one was taken.
   * @throws TooManyRequestsError (111 with 429)
   */
  async take(kind: LimitKind, accountId: number, quota: number): Promise<() => void> {
    for (;;) {
      const bucket = this.bucketOf(kind, accountId, quota);
      if (this.isUnchecked(kind)) return () => undefined;
      const taking = bucket.take(this.now());
      if (taking === 'taken') {
        return () => {
          bucket.giveBack();
        };
      }
      if (taking === 'empty') {
        this.counts[kind].refused++;
        throw limitReached(kind, bucket.nextAfterSeconds(this.now()));
      }
      await this.exchangeFor(bucket);
    }
  }

  remaining(kind: LimitKind, accountId: number, quota: number): Remaining {
    return this.bucketOf(kind, accountId, quota).remaining(this.now());
  }

  /** Exchanges all buckets whose tokens have changed. A request that waits exchanges only the buckets for which requests wait. */
  run(): Promise<void> {
    this.isDue = true;
    return this.exchange();
  }

  private bucketOf(kind: LimitKind, accountId: number, quota: number): Bucket {
    const known = this.buckets[kind].get(accountId);
    if (known) {
      known.quota = quota;
      return known;
    }
    const bucket = new Bucket(kind, quota, this.now());
    this.buckets[kind].set(accountId, bucket);
    return bucket;
  }

  /** Counts a request that is not limited, because the database did not answer. */
  letThrough(kind: LimitKind): void {
    this.counts[kind].unchecked++;
  }

  private isUnchecked(kind: LimitKind): boolean {
    if (this.isFailing) this.letThrough(kind);
    return this.isFailing;
  }

  /** Resolves after an exchange, or when the time is over. */
  private async exchangeFor(bucket: Bucket): Promise<void> {
    bucket.waiting++;
    try {
      const late = 'the database has not answered in time';
      await withinTime(this.exchange(), EXCHANGE_TIMEOUT_MS, late);
    } catch (error) {
      this.fail(error);
    } finally {
      bucket.waiting--;
    }
  }

  /** Resolves after an exchange that begins after the call. One runs at a time, so that no debt is reported twice. */
  private exchange(): Promise<void> {
    this.next ??= (this.running ?? Promise.resolve()).then(() => {
      this.next = undefined;
      this.running = this.exchangeNow().finally(() => {
        this.running = undefined;
      });
      return this.running;
    });
    return this.next;
  }

  /** Never fails. */
  private async exchangeNow(): Promise<void> {
    const sentAtMs = this.now();
    const asks = this.asks(sentAtMs);
    // After a failure an exchange of nothing shows whether the database answers again.
    if (asks.length === 0 && !this.isFailing) return;
    try {
      for (const grant of await this.repository.exchange(asks)) {
        this.buckets[grant.kind].get(grant.accountId)?.settle(grant, sentAtMs);
      }
      if (this.isFailing) this.logger.info('requests and orders are limited again');
      this.isFailing = false;
    } catch (error) {
      this.fail(error);
    }
  }

  private asks(nowMs: number): BucketAsk[] {
    const asks: BucketAsk[] = [];
    const { isDue } = this;
    this.isDue = false;
    for (const kind of LIMIT_KINDS) {
      for (const [accountId, bucket] of this.buckets[kind]) {
        if (!isDue && bucket.waiting === 0) continue;
        const ask = bucket.ask();
        if (ask) asks.push({ accountId, kind, quota: bucket.quota, ...ask });
        else if (bucket.isUnused(nowMs)) this.buckets[kind].delete(accountId);
      }
    }
    return asks;
  }

  /** Forgets all tokens: it is not known whether the database has granted them. */
  private fail(error: unknown): void {
    if (!this.isFailing) {
      const err = loggableError(error);
      this.logger.warn({ err }, 'requests and orders are not limited: the database did not answer');
    }
    this.isFailing = true;
    for (const buckets of Object.values(this.buckets)) buckets.clear();
  }
}

const LIMITED: Readonly<Record<LimitKind, string>> = {
  requests: 'requests',
  checks: 'checks',
  orders: 'new orders',
};

function limitReached(kind: LimitKind, seconds: number): TooManyRequestsError {
  const when = `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new TooManyRequestsError(
    `Too many ${LIMITED[kind]} of this account in a minute; one more is admitted ${when}, send it again then`,
    seconds,
  );
}
