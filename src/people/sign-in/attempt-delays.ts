/** For how long the next attempt is refused after so many failed ones; the last entry holds for all further ones. */
export type DelayTable = readonly number[];

const MINUTE_SECONDS = 60;

/** What attempts are counted by, and the seconds after none, one, two … failures. */
export const ATTEMPT_DELAYS_SECONDS = {
  /** Short, since anybody may fail under the name of another one and delay that one. */
  name: [0, 0, 0, 1, 2, 4, 8, 15, 30, MINUTE_SECONDS],
  /** Several people may share an address. */
  address: [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 15, 30, MINUTE_SECONDS, 5 * MINUTE_SECONDS],
  /** Of all addresses in a /24, or of all networks in a /56: many people share it. */
  network: [...free(32), 1, 2, 4, 8, 15, 30, MINUTE_SECONDS],
  /** A /16, or a /48; short, since whole providers share it. */
  wideNetwork: [...free(128), 1, 2, 4, 8, 15],
  /** On a device that is known, which strangers cannot delay. */
  device: [...free(6), 1, 2, 4, 8, 15, 30, MINUTE_SECONDS, 5 * MINUTE_SECONDS],
  /** The second factor has few digits, and only who knows the password gets here. */
  code: [0, 0, 0, 5, 30, 5 * MINUTE_SECONDS, 30 * MINUTE_SECONDS, 60 * MINUTE_SECONDS],
} as const satisfies Record<string, DelayTable>;

/** So many failures delay nothing. */
function free(failures: number): number[] {
  return Array<number>(failures + 1).fill(0);
}

export type AttemptKind = keyof typeof ATTEMPT_DELAYS_SECONDS;

/** Failures that are older than this are forgotten. */
export const ATTEMPTS_KEPT_SECONDS = 24 * 60 * MINUTE_SECONDS;

/** What is known of earlier attempts. */
export interface Attempts {
  readonly failures: number;
  readonly lastAt: Date;
}

export function delaySeconds(failures: number, table: DelayTable): number {
  return table[Math.min(failures, table.length - 1)] ?? 0;
}

/** @returns the seconds until the next attempt is admitted; 0 if it is now. */
export function remainingDelaySeconds(
  { failures, lastAt }: Attempts,
  now: Date,
  table: DelayTable,
): number {
  const delay = delaySeconds(failures, table);
  const left = delay + Math.ceil((lastAt.getTime() - now.getTime()) / 1000);
  // Not more than the delay, if the clock of the database was set back.
  return Math.min(delay, Math.max(0, left));
}

/** True if the failures no longer count. */
export function isForgotten({ lastAt }: Attempts, now: Date): boolean {
  return now.getTime() - lastAt.getTime() >= ATTEMPTS_KEPT_SECONDS * 1000;
}
