import { setTimeout as wait } from 'node:timers/promises';

const INTERVAL_MS = 10;
/** Shorter than the runner's own limit, so that the message names what was waited for. A busy machine needs a part of it. */
const TIMEOUT_MS = 240_000;

/**
 * Calls a probe again and again until it returns something else than false or undefined, and returns that.
 * @throws Error with the text of the probe when that never happens.
 */
export async function until<T>(
  probe: () => T | false | undefined | Promise<T | false | undefined>,
): Promise<T> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await probe();
    if (found !== false && found !== undefined) return found;
    if (performance.now() > end) throw new Error(`waited in vain for ${probe.toString()}`);
    await wait(INTERVAL_MS);
  }
}
