import type { Revisions } from '../../database/revision/revisions.js';

/** What is known of the age of a snapshot. */
export interface SnapshotAge {
  /** Of the catalog that it shows. */
  readonly revision: string;
  /** The catalog was no later than the snapshot then, by `performance.now()`. */
  readonly currentAt: number;
}

/** True when a snapshot shows the catalog of these revisions, or a later one. */
export function isCurrent(
  { revision, currentAt }: SnapshotAge,
  { catalog, at }: Revisions,
): boolean {
  return revision === catalog || currentAt > at;
}

/**
 * The age of a snapshot that was just read. One of the wanted revision may have been read from a replica that lags
 * behind, so it is only known to have been current when the wanted revision was; one of another revision was read
 * from the primary.
 * @param begunAt when its reading began, by `performance.now()`.
 */
export function ageOf(revision: string, wanted: Revisions, begunAt: number): SnapshotAge {
  return { revision, currentAt: revision === wanted.catalog ? wanted.at : begunAt };
}
