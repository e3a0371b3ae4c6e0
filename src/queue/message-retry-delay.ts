const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** From a failed attempt to the next one, as Standard Webhooks recommends; about three days in total. */
const RETRY_DELAYS_SECONDS = [
  5,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  10 * HOUR_SECONDS,
  14 * HOUR_SECONDS,
  20 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
];

/** A delay is longer by a random part of up to this share, so that messages that failed together are spread. */
const JITTER = 0.1;

/** The delay after so many failed attempts; undefined when the message is given up. */
export function messageRetryDelaySeconds(
  attempts: number,
  random = Math.random(),
): number | undefined {
  const delay = RETRY_DELAYS_SECONDS[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * random));
}
