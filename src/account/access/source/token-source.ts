/** The account that a token of the source belongs to. */
export interface FoundToken {
  /** The number of an account of this shop. An account that does not exist is answered 121 and logged. */
  readonly accountId: number;
  /**
   * For how many seconds, from the call on, the answer may be relied on without asking again; more than 60 count as 60.
   * No order is placed with the token after this time, unless the source confirms the token again. A number that is not
   * above 0 is answered 121 and logged.
   */
  readonly goodForSeconds: number;
}

/** How the source is asked. */
export interface FindTokenOptions {
  /** Aborted when the answer is no longer awaited, two seconds after the token was to be found. */
  readonly signal: AbortSignal;
}

/**
 * Finds accounts by tokens that Souk has not issued, such as those of an identity provider. All extensions together have
 * at most one source.
 *
 * It is asked about tokens that are not in Souk's own table; a revoked or expired token of that table is never asked
 * about. Requests that come together with the same token share one call, and an answer is remembered by each server
 * until its time is over, so that a busy caller costs one call a minute. At most 16 calls of one server run at a time;
 * further requests wait for their turn within their two seconds.
 *
 * Barring, Allowed IPs and maintenance hold for a found account as for any other, and changes of them at once. A token
 * that the source has withdrawn is admitted until the time of its last answer is over.
 */
export interface TokenSource {
  /**
   * @param token as the caller has sent it, up to 4096 characters. It is a secret: it must not be logged, nor be part of
   * an error's message.
   * @returns undefined for an unknown token, which is answered 121; it may be asked about again after a second.
   * @throws any error if it cannot tell now. The caller is answered 111 and may retry, as when two seconds have passed
   * without an answer.
   */
  find(token: string, options: FindTokenOptions): Promise<FoundToken | undefined>;
}
