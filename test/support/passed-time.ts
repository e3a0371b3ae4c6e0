const now = performance.now.bind(performance);
let passedMs = 0;

/**
 * Lets time pass for all that runs in this worker, by `performance.now`. It is never taken back, not even at the end of
 * a spec: a running shop, for which it were earlier again, would take what it has read for newer than it is.
 */
export function passTime(ms: number): void {
  passedMs += ms;
  performance.now = () => now() + passedMs;
}
