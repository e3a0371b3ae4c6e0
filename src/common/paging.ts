/** A place in a list that is sorted by time and id, newest first; what follows it is older. */
export interface Position {
  /** In UTC with microseconds, as `2026-01-31T23:59:59.123456Z`. */
  readonly time: string;
  readonly id: string;
  /** Greatest id that the list holds, where the list is bounded by the state in which its first page was read. */
  readonly lastId?: string;
}

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null at the end. A page before the end may have few items, or none. */
  readonly next: Position | null;
}

/** Times as in `Position`, `from` included and `to` not; a missing one is no limit. */
export interface TimeRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** SQL that writes a timestamptz as in `Position`. */
export function timeText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
