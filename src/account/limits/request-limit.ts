import { WINDOW_SECONDS } from './bucket.js';
import type { RequestLimitKind } from './limit-of-route.js';
import type { AccountLimits, LimitSettings } from './account-limits.js';

/** Names and values alternate. */
export type LimitHeaders = readonly string[];

/** Counts the requests of an account that has a limit for their route. */
export class RequestLimit {
  private constructor(
    private readonly limits: AccountLimits,
    private readonly kind: RequestLimitKind,
    private readonly accountId: number,
    private readonly quota: number,
  ) {}

  /** Undefined for an account without this limit. */
  static of(
    limits: AccountLimits,
    kind: RequestLimitKind,
    account: LimitSettings & { readonly accountId: number },
  ): RequestLimit | undefined {
    const quota = limits.quotaOf(kind, account);
    return quota === 0 ? undefined : new RequestLimit(limits, kind, account.accountId, quota);
  }

  /** Counts a request. @throws TooManyRequestsError (111 with 429) */
  async count(): Promise<void> {
    await this.limits.take(this.kind, this.accountId, this.quota);
  }

  /** Counts a request at once, and returns the headers of its answer; undefined if it may be beyond the limit. */
  readonly tryCount = (): LimitHeaders | undefined =>
    this.limits.tryTake(this.kind, this.accountId, this.quota) ? this.headers : undefined;

  /** As of draft-ietf-httpapi-ratelimit-headers. */
  get headers(): LimitHeaders {
    const { kind, accountId, quota } = this;
    const { tokens, fullAfterSeconds } = this.limits.remaining(kind, accountId, quota);
    return [
      ...['RateLimit-Policy', `"${kind}";q=${quota};w=${WINDOW_SECONDS}`],
      ...['RateLimit', `"${kind}";r=${tokens};t=${fullAfterSeconds}`],
    ];
  }
}
