const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds from a failed attempt to the next one, as Standard Webhooks proposes; about three days in all. */
const PAUSES = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The most by which a pause is longer, so that what failed together does not come back together. */
const JITTER = 0.1;

/** Seconds until the next attempt after so many failed ones; undefined: the message is given up. */
export function webhookRetryDelaySeconds(attempts: number, random = Math.random()): number | undefined {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * random));
}
