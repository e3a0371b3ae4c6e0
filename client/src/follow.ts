import { failureError } from './errors.js';
import type { Shop } from './shop.js';
import type { OrderEvent, Query } from './types.js';

/** What to follow, in the words of the wire. */
export interface FollowOptions extends Omit<Query<'ordersChanges'>, 'since' | 'wait'> {
  /** The cursor that was stored last, or `now`; from the first event if absent. */
  readonly since?: string | undefined;
  /** Ends it at once; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** Some events, and the cursor to store once all of them are handled. */
export interface FollowedEvents {
  readonly events: readonly OrderEvent[];
  readonly cursor: string;
  /** The shop has lost its history, as by a restore: the events begin anew, and earlier ones may never have happened. */
  readonly restarted: boolean;
}

const KEYS = ['data', 'cursor'] as const;
const EVENT_KEYS = ['event', 'number', 'order_id', 'status'] as const;
const LONGEST_WAIT_SECONDS = 20;
/** What is left of the time for a request when the shop answers at last. */
const RESERVE_SECONDS = 5;
/** Before it asks again a shop that cannot let it wait: one that stops, or has no place. */
const PAUSE_MS = 2_000;

/** Asks again and again, and gives each answer that has something to tell. */
export async function* followed(
  shop: Shop,
  { since, signal, ...filter }: FollowOptions,
  timeoutMs: number,
): AsyncGenerator<FollowedEvents, void, undefined> {
  const seconds = Math.floor(timeoutMs / 1000) - RESERVE_SECONDS;
  const wait = String(Math.max(0, Math.min(LONGEST_WAIT_SECONDS, seconds)));
  for (let known = since; ;) {
    const query = { ...filter, wait, since: known };
    const question = { path: 'orders/changes', query, keys: KEYS, itemKeys: EVENT_KEYS, signal };
    const askedMs = shop.clock.nowMs();
    const attempt = () => shop.ask<'ordersChanges'>(question);
    // Whoever follows has no deadline: the shop will come back.
    const reply = await shop.insist(attempt, { signal, deadlineMs: Infinity });
    if (reply.kind !== 'ok') throw failureError(reply);
    const { data: events, cursor, restarted = false } = reply.body;
    const isNew = events.length > 0 || restarted || (since === 'now' && known === since);
    if (isNew) yield { events, cursor, restarted };
    const hasMoved = cursor !== known;
    known = cursor;
    if (isNew || hasMoved || shop.clock.nowMs() - askedMs > Number(wait) * 500) continue;
    await shop.clock.sleep(PAUSE_MS, signal);
  }
}
