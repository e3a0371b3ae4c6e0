import { setTimeout as wait } from 'node:timers/promises';

const SHORTEST_MS = 10;
/** Of the time that was waited already: on a busy machine probes are not to take what they are waiting for from others. */
const PART = 0.1;
const LONGEST_MS = 200;
/** Shorter than the runner's own limit, so that the message names what was waited for. A busy machine needs a part of it. */
const TIMEOUT_MS = 240_000;

/** What a probe returns: nothing is found yet with false, null or undefined. */
type Found<T> = T | false | null | undefined;

/**
 * Calls a probe again and again until it returns something else than false, null or undefined, and returns that.
 * @throws Error with the text of the probe when that never happens.
 */
export async function until<T>(probe: () => Found<T> | Promise<Found<T>>): Promise<T> {
  const began = performance.now();
  for (;;) {
    const found = await probe();
    if (found !== false && found !== null && found !== undefined) return found;
    const waited = performance.now() - began;
    if (waited > TIMEOUT_MS) throw new Error(`waited in vain for ${probe.toString()}`);
    await wait(Math.min(Math.max(waited * PART, SHORTEST_MS), LONGEST_MS));
  }
}
