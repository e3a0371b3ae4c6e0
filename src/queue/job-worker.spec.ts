import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { until } from '../../test/support/until.js';
import type { ClaimedJob, WantedJobs } from './claim-jobs.js';
import { JobWorker } from './job-worker.js';

/** No job of these takes as long, on however busy a machine. */
const STOP_MS = 60_000;

const DONE = { jobs: [], requested: 1, affected: 1 };

/** A queue in memory; it notes what becomes of each job. */
class Queue {
  readonly ends: string[] = [];
  readonly claims: WantedJobs[] = [];

  constructor(private readonly waiting: ClaimedJob[]) {}

  answer = ({ free }: WantedJobs): ClaimedJob[] => this.waiting.splice(0, free);

  readonly claim = (wanted: WantedJobs) => {
    this.claims.push(wanted);
    return Promise.resolve(this.answer(wanted));
  };

  complete(_queue: string, id: string) {
    this.ends.push(`completed ${id}`);
    return Promise.resolve(DONE);
  }

  fail(_queue: string, ids: string | string[]) {
    this.ends.push(`failed ${String(ids)}`);
    return Promise.resolve(DONE);
  }
}

const job = (id: string, expireInSeconds = 60, turn = id): ClaimedJob => {
  return { id, data: { id }, expireInSeconds, turn };
};

function start(
  queue: Queue,
  slots: number,
  run: (id: string, signal: AbortSignal) => Promise<void>,
) {
  const failures: (string | undefined)[] = [];
  const worker = new JobWorker(queue, {
    queue: 'q',
    lanes: [{ priority: 0, slots }],
    claim: queue.claim,
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

  it('tells that its queue fails when that begins', async () => {
    const queue = new Queue([]);
    const answers = ['fails', 'fails', 'works', 'fails', 'fails'];
    queue.answer = () => {
      if (answers.shift() === 'fails') throw new Error('the disk is full');
      return [];
    };
    const { worker, failures } = start(queue, 1, never);
    await until(() => queue.claims.length >= 6);
    await worker.stop(STOP_MS);

    expect(failures).toEqual([undefined, undefined]);
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

  it('goes on behind the turn that it took last, then from the beginning, and says who is at work', async () => {
    const queue = new Queue([job('1', 60, 'a/1'), job('2', 60, 'a/2')]);
    const { worker } = start(queue, 3, never);
    await until(() => queue.claims.length === 3);
    await worker.stop(0);

    expect(queue.claims).toMatchObject([
      { after: '', free: 3, running: {} },
      { after: 'a/2', free: 1, running: { a: 2 } },
      { after: '', free: 1, running: { a: 2 } },
    ]);
  });

  it('comes to every turn, also where those of the beginning have nothing more to get', async () => {
    const queue = new Queue([]);
    const answers: Record<string, ClaimedJob[][]> = {
      '': [[job('1', 60, 'a/1')], [], []],
      'a/1': [[job('2', 60, 'a/2')]],
    };
    queue.answer = ({ after }) => answers[after]?.shift() ?? [];
    const { worker } = start(queue, 4, never);
    await until(() => queue.claims.length >= 5);
    await worker.stop(0);

    expect(queue.claims.slice(0, 5).map(({ after }) => after)).toEqual(['', 'a/1', '', 'a/2', '']);
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
