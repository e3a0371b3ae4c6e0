import type { Caller } from '../access/caller.js';
import type { MayGoOn } from './order-admin.service.js';

/** Many orders take long, and meanwhile the operator may have lost the permission. */
export function mayStillDecide(caller: Caller, timeLimit: AbortSignal): MayGoOn {
  return async () => {
    timeLimit.throwIfAborted();
    await caller.assertStillMay('orders.decide');
  };
}
