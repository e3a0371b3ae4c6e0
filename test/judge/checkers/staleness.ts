import type { Operation } from '../search/operation.js';

/** Decision 17: what an instance answers is at most so old, but for its own changes, and for newOrder. */
export const STALENESS_MS = 1_000;

/** A read that another instance's changes may not have reached yet. */
export function mayBeOld<Action>(read: Operation<Action>): Operation<Action> {
  return stretched({ ...read, text: `${read.text} (may be old)`, seesOwnSinceMs: read.startMs });
}

/** The same read where answers may be so old; others stay as they are. */
export function stretched<Action>(
  one: Operation<Action>,
  stalenessMs = STALENESS_MS,
): Operation<Action> {
  const { seesOwnSinceMs } = one;
  return seesOwnSinceMs === undefined ? one : { ...one, startMs: seesOwnSinceMs - stalenessMs };
}
