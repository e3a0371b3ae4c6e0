/**
 * Imported by Node before the server: at SIGUSR2 it writes what the event loop and the memory have been like since the
 * signal before, and begins anew. It imports nothing of its own, since plain Node runs it beside the built server.
 */
import { renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

const RESOLUTION = 1;
const NANOSECONDS = 1e6;
const MICROSECONDS = 1e3;
/** Between two looks at what the thread has worked, in milliseconds. */
const TICK = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
let longestCollection = 0;
// The heap contains garbage between two collections of all of it; what one leaves over is in use.
let heapInUse = process.memoryUsage().heapUsed;
const collections = new PerformanceObserver((list) => {
  for (const { duration, detail } of list.getEntries()) {
    longestCollection = Math.max(longestCollection, duration);
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
      heapInUse = process.memoryUsage().heapUsed;
  }
});
collections.observe({ entryTypes: ['gc'] });
delay.enable();

// A pause on a busy machine may be the machine's; what the thread itself worked without a break is its own.
let longestWork = 0;
let worked = process.threadCpuUsage();
setInterval(() => {
  const now = process.threadCpuUsage();
  const work = now.user + now.system - worked.user - worked.system;
  longestWork = Math.max(longestWork, work / MICROSECONDS);
  worked = now;
}, TICK).unref();

process.on('SIGUSR2', () => {
  // Only there where garbage is not to be counted: `--expose-gc`.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const file = process.env.SCALE_WATCH ?? '';
  const figures = {
    longestPause: delay.max / NANOSECONDS,
    pauseOf999: delay.percentile(99.9) / NANOSECONDS,
    longestWork,
    longestCollection,
    heapInUse,
    ...process.memoryUsage(),
  };
  delay.reset();
  longestCollection = 0;
  longestWork = 0;
  // In one step: who waits for the file reads all of it.
  writeFileSync(`${file}.part`, JSON.stringify(figures));
  renameSync(`${file}.part`, file);
});
