import type { Caller } from '../access/caller.js';

/** Called before each order of several, it throws to end the request: many orders take long, and meanwhile the operator may have lost the permission. */
export function mayStillDecide(caller: Caller, timeLimit: AbortSignal): () => Promise<void> {
  return async () => {
    timeLimit.throwIfAborted();
    await caller.assertStillMay('orders.decide');
  };
}
