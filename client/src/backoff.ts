import type { Failure } from './reply.js';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** Of maintenance and of stopped orders, which come without Retry-After. */
const CLOSED_DELAY_MS = 60_000;
/** Spreads clients that were all told the same pause. */
const SPREAD_MS = 1000;

/**
 * Milliseconds to wait before the same request is sent again.
 * @param tries how often it has been sent
 * @param random from 0 to 1
 */
export function backoffMs(failure: Failure, tries: number, random: number): number {
  const { retryAfterSeconds } = failure;
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + random * SPREAD_MS;
  if (failure.kind === 'refusal' && (failure.code === 130 || failure.code === 111)) {
    return CLOSED_DELAY_MS + random * SPREAD_MS;
  }
  const most = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(tries, 10));
  return (most / 2) * (1 + random);
}

/**
 * Milliseconds in which no request would be admitted, as `RateLimit` and `RateLimit-Policy` of an answer tell: when
 * none is left, until the next one is there.
 */
export function exhaustedMs(headers: Headers): number {
  const left = /"requests";\s*r=(\d{1,9})/.exec(headers.get('ratelimit') ?? '')?.[1];
  const policy = headers.get('ratelimit-policy') ?? '';
  const quota = Number(/;\s*q=(\d{1,9})/.exec(policy)?.[1]);
  const windowSeconds = Number(/;\s*w=(\d{1,9})/.exec(policy)?.[1]);
  if (left === undefined || Number(left) > 0 || !(quota > 0 && windowSeconds > 0)) return 0;
  return Math.ceil((Math.min(windowSeconds, 3600) / quota) * 1000);
}
