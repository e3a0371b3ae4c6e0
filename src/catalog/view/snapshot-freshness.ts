import type { Revisions } from '../../database/revision/revisions.js';

/** What is known of the age of a snapshot. */
export interface SnapshotAge {
  /** The catalog revision of the snapshot. */
  readonly revision: string;
  /** A time, by `performance.now()`, at which the catalog had no later revision than the snapshot. */
  readonly currentAt: number;
}

/** Facts that hold until a time, in seconds since 1970 by the clock of the database; undefined if they never end. */
interface Ending {
  readonly goodUntil: number | undefined;
}

/** True if the facts of policies must be read anew. @param clock the database's clock, in seconds since 1970 */
export function hasEnded(facts: Ending | undefined, clock: number): boolean {
  return facts?.goodUntil !== undefined && clock >= facts.goodUntil;
}

/** True if a snapshot shows the catalog of these revisions, or a later one. */
export function isCurrent(
  { revision, currentAt }: SnapshotAge,
  { catalog, at }: Revisions,
): boolean {
  return revision === catalog || currentAt > at;
}

/**
 * The age of a snapshot that was just read. A snapshot of the wanted revision may come from a lagging replica, so it was
 * current at least when the wanted revision was read. A snapshot of another revision comes from the primary, so it was
 * current when its reading began.
 * @param begunAt when the reading began, by `performance.now()`.
 */
export function ageOf(revision: string, wanted: Revisions, begunAt: number): SnapshotAge {
  return { revision, currentAt: revision === wanted.catalog ? wanted.at : begunAt };
}
