import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { JobWorker } from './job-worker.js';

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

function start(queue: Queue, concurrency: number, run: (id: string) => Promise<void>) {
  const failures: (string | undefined)[] = [];
  const worker = new JobWorker(queue as unknown as PgBoss, {
    ...{ queue: 'q', concurrency },
    run: (data) => run((data as { id: string }).id),
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
    await sleep(50);
    await worker.stop(1_000);

    expect(queue.ends.toSorted()).toEqual(['completed a', 'failed b']);
    expect(failures).toEqual(['b']);
  });

  it('runs no more jobs at a time than it may, and takes the next without delay', async () => {
    let [running, most] = [0, 0];
    const queue = new Queue(Array.from({ length: 40 }, (_, index) => job(String(index))));
    const { worker } = start(queue, 4, async () => {
      most = Math.max(most, ++running);
      await sleep(5);
      running--;
    });
    while (queue.ends.length < 40) await sleep(5);
    await worker.stop(1_000);

    expect(most).toBe(4);
  });

  it('gives the place of a job that never ends to another', async () => {
    const queue = new Queue([job('stuck', 0.05), job('next')]);
    const { worker } = start(queue, 1, (id) => (id === 'stuck' ? never() : Promise.resolve()));
    while (queue.ends.length < 2) await sleep(10);
    await worker.stop(1_000);

    expect(queue.ends).toEqual(['failed stuck', 'completed next']);
  });

  it('hands back what still runs when it stops, and says no more of it', async () => {
    const gate = Promise.withResolvers<undefined>();
    const queue = new Queue([job('a'), job('b')]);
    const { worker } = start(queue, 2, () => gate.promise);
    await sleep(20);
    await worker.stop(20);
    gate.resolve(undefined);
    await sleep(20);

    expect(queue.ends).toEqual(['failed a,b']);
  });
});
