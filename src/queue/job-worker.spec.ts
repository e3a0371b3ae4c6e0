import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { until } from '../../test/support/until.js';
import type { ClaimedJob, WantedJobs, WantedTurns } from './claim-jobs.js';
import { JobWorker } from './job-worker.js';
import { SlowReceivers } from './slow-receivers.js';

/** No job of these takes as long, on however busy a machine. */
const STOP_MS = 60_000;

const DONE = { jobs: [], requested: 1, affected: 1 };

/** A queue in memory; it notes what becomes of each job. */
class Queue {
  readonly ends: string[] = [];
  readonly asked: WantedTurns[] = [];
  /** How often it was polled. */
  polls = 0;

  constructor(readonly waiting: ClaimedJob[]) {}

  get askedFirst(): WantedTurns[] {
    return this.asked.filter(({ priority }) => priority === 0);
  }

  readonly claims = {
    makeDue: () => Promise.resolve((this.polls++, false)),
    turns: (wanted: WantedTurns) => {
      this.asked.push(wanted);
      const turns = [...new Set(this.waiting.map(({ turn }) => turn))].sort();
      const behind = turns.findIndex((turn) => turn > wanted.after);
      const ring = behind < 0 ? turns : [...turns.slice(behind), ...turns.slice(0, behind)];
      return Promise.resolve(wanted.priority === 0 ? ring.slice(0, wanted.most) : []);
    },
    begin: ({ free, turns }: WantedJobs) => {
      const begun = turns.flatMap(({ turn, most }) =>
        this.waiting.filter((one) => one.turn === turn).slice(0, most),
      );
      return Promise.resolve(begun.slice(0, free).map((one) => this.take(one)));
    },
  };

  private take(job: ClaimedJob): ClaimedJob {
    this.waiting.splice(this.waiting.indexOf(job), 1);
    return job;
  }

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
  return { id, data: { id }, expireInSeconds, turn, isRepeated: false };
};

function start(
  queue: Queue,
  slots: number,
  run: (id: string, signal: AbortSignal) => Promise<void>,
  receivers?: SlowReceivers,
) {
  const failures: (string | undefined)[] = [];
  const worker = new JobWorker(queue, {
    queue: 'q',
    lanes: [
      { priority: 0, slots },
      { priority: -1, slots },
    ],
    receivers,
    claims: queue.claims,
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
    const { makeDue } = queue.claims;
    const answers = ['fails', 'fails', 'works', 'fails', 'fails'];
    queue.claims.makeDue = async () => {
      const poll = await makeDue();
      if (answers.shift() === 'fails') throw new Error('the disk is full');
      return poll;
    };
    const { worker, failures } = start(queue, 1, never);
    await until(() => queue.polls >= 6);
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

  it('goes on behind the turn in which it has begun the last job', async () => {
    const queue = new Queue(['1', '2', '3', '4', '5'].map((turn) => job(turn)));
    const { worker } = start(queue, 2, () => Promise.resolve());
    await until(() => queue.ends.length === 5);
    await worker.stop(STOP_MS);

    expect(queue.askedFirst.slice(0, 3).map(({ after }) => after)).toEqual(['', '2', '4']);
  });

  it('goes on behind what it has read where none of it begins', async () => {
    const queue = new Queue(['1', '2', '3', '4'].map((turn) => job(turn)));
    queue.claims.begin = () => Promise.resolve([]);
    const { worker } = start(queue, 1, never);
    await until(() => queue.askedFirst.length === 3);
    await worker.stop(STOP_MS);

    expect(queue.askedFirst.map(({ after }) => after)).toEqual(['', '1', '2']);
  });

  it('names receivers that get nothing, so that their other turns are not read', async () => {
    const queue = new Queue(['a.b/1', 'a.b/2', 'a.b/3'].map((turn) => job(turn)));
    const receivers = new SlowReceivers();
    const { worker } = start(queue, 6, never, receivers);
    await until(() => queue.askedFirst.length === 1);
    receivers.expect(['slow']);
    await until(() => queue.askedFirst.length === 2);
    await worker.stop(0);

    expect(queue.askedFirst.map(({ passed }) => passed)).toEqual([[], ['a.b']]);
    expect(queue.askedFirst.map(({ most }) => most)).toEqual([6, 5]);
  });

  it('keeps its place among the accounts of a receiver while that gets nothing', async () => {
    const queue = new Queue([]);
    const first = [job('1', 60, 'a.b/1'), job('2', 60, 'a.b/2'), job('3', 60, 'a.b/2')];
    queue.claims.turns = (wanted) => {
      queue.asked.push(wanted);
      const turns = wanted.passed.length > 0 ? ['a.b/1'] : ['a.b/1', 'a.b/2', 'a.b/3'];
      return Promise.resolve(wanted.priority === 0 ? turns : []);
    };
    queue.claims.begin = () => Promise.resolve(first.splice(0));
    const { worker } = start(queue, 6, never);
    await until(() => queue.askedFirst.length === 3);
    await worker.stop(0);

    expect(queue.askedFirst.map(({ after }) => after)).toEqual(['', 'a.b/2', 'a.b/2']);
  });

  it('looks between two polls only at lanes of which jobs have ended', async () => {
    const queue = new Queue(Array.from({ length: 100 }, (_, index) => job(String(index))));
    const { worker } = start(queue, 2, () => setImmediate());
    await until(() => queue.ends.length === 100);
    await worker.stop(STOP_MS);

    expect(queue.askedFirst.length).toBeGreaterThanOrEqual(50);
    expect(queue.asked.length - queue.askedFirst.length).toBeLessThanOrEqual(queue.polls);
  });

  it('polls all lanes however often one of them is looked at', async () => {
    const queue = new Queue([job('0')]);
    const { worker } = start(queue, 1, async (id) => {
      await setImmediate();
      queue.waiting.push(job(String(Number(id) + 1)));
    });
    await until(() => queue.asked.length - queue.askedFirst.length >= 3);
    await worker.stop(STOP_MS);

    expect(queue.ends.length).toBeGreaterThan(queue.polls);
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
    const queue = new Queue([job('stuck', 0.05, 'a'), job('next', 60, 'b')]);
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
