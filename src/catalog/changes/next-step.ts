import { partsOf } from '../../database/revision/revisions.js';

/** What is known when the next step to an answer is decided. */
export interface Known {
  /** The revision of the caller's cursor; undefined without `since`. */
  readonly since: string | undefined;
  /** The revision of the catalog in memory. */
  readonly present: string;
  /** False if the cursor was made in another context, or by nobody. */
  readonly isAuthentic: boolean;
  /** True if the revisions were read after the request had come. */
  readonly hasReread: boolean;
}

/**
 * `full`: answer everything. `reread`: another instance has seen a later catalog, so read the revisions first. `nothing`:
 * the cursor is that of the present catalog. `compare`: read the former rows and compare.
 */
export type Step = 'full' | 'reread' | 'nothing' | 'compare';

/** The next step to an answer of `changes`. */
export function nextStep({ since, present, isAuthentic, hasReread }: Known): Step {
  if (since === undefined) return 'full';
  // Before authenticity: the digest of policies may belong to the later catalog, too.
  if (numberOf(since) > numberOf(present) && !hasReread) return 'reread';
  if (!isAuthentic) return 'full';
  if (since === present) return 'nothing';
  // A number that is not lower, of another revision, is of a catalog whose changes were lost.
  return numberOf(since) < numberOf(present) ? 'compare' : 'full';
}

function numberOf(revision: string): bigint {
  return BigInt(partsOf(revision)[0]);
}
