import type { Operation } from '../search/operation.js';

/** Decision 17: what an instance answers is at most so old, but for its own changes, and for newOrder. */
export const STALENESS_MS = 1_000;

/** A read that another instance's changes may not have reached yet. */
export function mayBeOld<Action>(read: Operation<Action>): Operation<Action> {
  const { startMs } = read;
  const text = `${read.text} (may be ${STALENESS_MS} ms old)`;
  return { ...read, startMs: startMs - STALENESS_MS, seesOwnSinceMs: startMs, text };
}
