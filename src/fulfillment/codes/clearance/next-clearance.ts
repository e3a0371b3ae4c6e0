/** What servers know in the present lineage of the database about the codes that were handed out before. */
export interface ClearanceState {
  /** True while a stock is cleared for another lineage. */
  readonly isPending: boolean;
  /** Instances of before that have not looked for their codes in this lineage, and did not stop in order. */
  readonly unanswered: number;
  /** For how long this server has seen stocks that are not cleared. */
  readonly waitedMs: number;
}

/** `none`: there is nothing to decide. `clear`: all codes are where they were. `hold`: some may be in stock again. */
export type Clearance = 'none' | 'wait' | 'clear' | 'hold';

/** So long an instance that nobody else knows may take until it has entered itself. */
export const LEAST_WAIT_MS = 3_000;
/** An instance that has not answered by then counts as gone. */
export const MOST_WAIT_MS = 30_000;

/** What becomes of stocks that were cleared for an earlier lineage. An instance that misses codes holds them by itself. */
export function nextClearance({ isPending, unanswered, waitedMs }: ClearanceState): Clearance {
  if (!isPending) return 'none';
  if (unanswered === 0) return waitedMs < LEAST_WAIT_MS ? 'wait' : 'clear';
  return waitedMs < MOST_WAIT_MS ? 'wait' : 'hold';
}
