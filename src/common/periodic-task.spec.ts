import { vi } from 'vitest';
import { PeriodicTask } from './periodic-task.js';

const INTERVAL_MS = 60_000;

let runs: PromiseWithResolvers<undefined>[];
let errors: unknown[];
let task: PeriodicTask;

beforeEach(() => {
  vi.useFakeTimers();
  [runs, errors] = [[], []];
  const work = () => {
    const run = Promise.withResolvers<undefined>();
    runs.push(run);
    return run.promise;
  };
  task = new PeriodicTask(work, (error) => errors.push(error));
  task.start(INTERVAL_MS);
});
afterEach(() => vi.useRealTimers());

it('runs at each interval', async () => {
  await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1);
  expect(runs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  runs[0]?.resolve(undefined);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(runs).toHaveLength(2);
});

it('leaves out a run while another one is under way', async () => {
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS);
  expect(runs).toHaveLength(1);
});

it('reports what a run throws, and goes on', async () => {
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  runs[0]?.reject(new Error('no'));
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(errors).toEqual([new Error('no')]);
  expect(runs).toHaveLength(2);
});

it('stops when the run under way has ended, and begins no other', async () => {
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  let hasStopped = false;
  const stopping = task.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS);
  expect(hasStopped).toBe(false);
  runs[0]?.resolve(undefined);
  await stopping;
  expect(runs).toHaveLength(1);
});
