import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { until } from '../../test/support/until.js';
import { JobWorker } from './job-worker.js';

/** No job of these takes as long, on however busy a machine. */
const STOP_MS = 60_000;

/** A queue in memory; it notes what becomes of each job. */
class Queue {
  readonly ends: string[] = [];

  constructor(private readonly waiting: { id: string; data: object; expireInSeconds: number }[]) {}

  fetch(_queue: string, { batchSize }: { batchSize: number }) {
    return Promise.resolve(this.waiting.splice(0, batchSize));
  }

  complete(_queue: string, id: string) {
    this.ends.push(`completed ${id}`);
    return Promise.resolve();
  }

  fail(_queue: string, ids: string | string[]) {
    this.ends.push(`failed ${String(ids)}`);
    return Promise.resolve();
  }
}

const job = (id: string, expireInSeconds = 60) => ({ id, data: { id }, expireInSeconds });

function start(
  queue: Queue,
  concurrency: number,
  run: (id: string, signal: AbortSignal) => Promise<void>,
) {
  const failures: (string | undefined)[] = [];
  const worker = new JobWorker(queue as unknown as PgBoss, {
    queue: 'q',
    concurrency,
    run: (data, signal) => run((data as { id: string }).id, signal),
    report: (_error, id) => failures.push(id),
  });
  worker.start();
  return { worker, failures };
}

const never = () => new Promise<void>(() => undefined);

describe('a worker', () => {
  it('completes what succeeds and fails what does not, one by one', async () => {
    const queue = new Queue([job('a'), job('b')]);
    const run = (id: string) => (id === 'a' ? Promise.resolve() : Promise.reject(new Error('no')));
    const { worker, failures } = start(queue, 2, run);
    await until(() => queue.ends.length === 2);
    await worker.stop(STOP_MS);

    expect(queue.ends.toSorted()).toEqual(['completed a', 'failed b']);
    expect(failures).toEqual(['b']);
  });

  it('runs no more jobs at a time than it may, and takes the next without delay', async () => {
    let [running, most] = [0, 0];
    const queue = new Queue(Array.from({ length: 40 }, (_, index) => job(String(index))));
    const { worker } = start(queue, 4, async () => {
      most = Math.max(most, ++running);
      await setImmediate();
      running--;
    });
    await until(() => queue.ends.length === 40);
    await worker.stop(STOP_MS);

    expect(most).toBe(4);
  });

  it('aborts the signal of a job before it takes its place away, so that it can end in order', async () => {
    const queue = new Queue([job('late', 1)]);
    const aborted: AbortSignal[] = [];
    const { worker, failures } = start(queue, 1, (_id, signal) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      signal.addEventListener('abort', () => {
        aborted.push(signal);
        resolve(undefined);
      });
      return promise;
    });
    await until(() => queue.ends.length === 1);
    await worker.stop(STOP_MS);

    expect(queue.ends).toEqual(['completed late']);
    expect([aborted.length, failures]).toEqual([1, []]);
  });

  it('never aborts the signal of a job that has ended', async () => {
    const queue = new Queue([job('quick', 0.05), job('slow', 60)]);
    const gate = Promise.withResolvers<undefined>();
    const signals = new Map<string, AbortSignal>();
    const { worker } = start(queue, 2, (id, signal) => {
      signals.set(id, signal);
      return id === 'slow' ? gate.promise : Promise.resolve();
    });
    await until(() => queue.ends.length === 1);
    // A timer of the same length that began later has fired.
    await wait(50);
    gate.resolve(undefined);
    await worker.stop(STOP_MS);

    expect(signals.get('quick')?.aborted).toBe(false);
  });

  it('gives the place of a job that never ends to another', async () => {
    const queue = new Queue([job('stuck', 0.05), job('next')]);
    const { worker } = start(queue, 1, (id) => (id === 'stuck' ? never() : Promise.resolve()));
    await until(() => queue.ends.length === 2);
    await worker.stop(STOP_MS);

    expect(queue.ends).toEqual(['failed stuck', 'completed next']);
  });

  it('hands back what still runs when it stops, and says no more of it', async () => {
    const gate = Promise.withResolvers<undefined>();
    const queue = new Queue([job('a'), job('b')]);
    let running = 0;
    const { worker } = start(queue, 2, () => {
      running++;
      return gate.promise;
    });
    await until(() => running === 2);
    await worker.stop(0);
    gate.resolve(undefined);
    await setImmediate();

    expect(queue.ends).toEqual(['failed a,b']);
  });
});
