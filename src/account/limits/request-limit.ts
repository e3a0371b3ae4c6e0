import { WINDOW_SECONDS } from './bucket.js';
import type { AccountLimits, LimitSettings } from './account-limits.js';

/** Names and values alternate. */
export type LimitHeaders = readonly string[];

/** Counts the requests of an account that has a limit of requests. */
export class RequestLimit {
  private constructor(
    private readonly limits: AccountLimits,
    private readonly accountId: number,
    private readonly quota: number,
  ) {}

  /** Undefined for an account without this limit. */
  static of(
    limits: AccountLimits,
    account: LimitSettings & { readonly accountId: number },
  ): RequestLimit | undefined {
    const quota = limits.quotaOf('requests', account);
    return quota === 0 ? undefined : new RequestLimit(limits, account.accountId, quota);
  }

  /** Counts a request. @throws TooManyRequestsError (111 with 429) */
  async count(): Promise<void> {
    await this.limits.take('requests', this.accountId, this.quota);
  }

  /** Counts a request at once, and returns the headers of its answer; undefined if it may be beyond the limit. */
  readonly tryCount = (): LimitHeaders | undefined =>
    this.limits.tryTake('requests', this.accountId, this.quota) ? this.headers : undefined;

  /** As of draft-ietf-httpapi-ratelimit-headers. */
  get headers(): LimitHeaders {
    const { accountId, quota } = this;
    const { tokens, fullAfterSeconds } = this.limits.remaining('requests', accountId, quota);
    return [
      ...['RateLimit-Policy', `"requests";q=${quota};w=${WINDOW_SECONDS}`],
      ...['RateLimit', `"requests";r=${tokens};t=${fullAfterSeconds}`],
    ];
  }
}
