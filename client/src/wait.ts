import { failureError } from './errors.js';
import { CHECKED } from './order.js';
import { checkedOrder, type Order } from './order-result.js';
import { isPassing } from './retry-table.js';
import type { Shop } from './shop.js';

export interface WaitOptions {
  /** Ends it at once; its reason is thrown. */
  readonly signal?: AbortSignal;
  /** 10 minutes if absent. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 600_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** The order when it is final, or as it was told last when the time is over. */
export async function waitedFor(
  shop: Shop,
  order: Order,
  { signal, deadlineMs = DEADLINE_MS }: WaitOptions,
): Promise<Order> {
  const endMs = shop.clock.nowMs() + deadlineMs;
  const query = { orders: `[${order.order_id}]` };
  let last = order;
  for (let pauseMs = FIRST_PAUSE_MS; last.status === 'wait'; pauseMs *= 2) {
    const leftMs = endMs - shop.clock.nowMs();
    if (leftMs <= 0) break;
    await shop.clock.sleep(Math.min(pauseMs, LONGEST_PAUSE_MS, leftMs), signal);
    const ask = () => shop.ask<'check'>({ path: 'check', query, ...CHECKED, signal });
    const reply = await shop.insist(ask, { signal, deadlineMs: endMs - shop.clock.nowMs() });
    if (reply.kind !== 'ok' && !isPassing(reply)) throw failureError(reply);
    // One that is left out is not known yet where the shop answers from a copy that lags behind.
    const [told] = reply.kind === 'ok' ? reply.body.data : [];
    if (told) last = checkedOrder(told);
  }
  return last;
}
