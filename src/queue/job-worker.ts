import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { receiverOfTurn, type ClaimedJob, type WantedJobs } from './claim-jobs.js';
import type { SlowReceivers, SlowTurns } from './slow-receivers.js';

/** Time between two polls of the queue. */
const POLL_INTERVAL_MS = 500;
/** The next poll follows sooner when so many jobs have ended as this fraction of those that were claimed last. */
const ENDED_FRACTION = 1 / 4;
/** The part of the slots that all slow receivers have together. */
const SLOW_FRACTION = 1 / 4;
const NONE_SLOW: SlowTurns = { excluded: [], single: [] };
/** The signal of a job is aborted after this fraction of its time; in the rest the job can write what has become of it. */
const ABORT_FRACTION = 0.96;

/** Jobs of a priority, which have slots of their own. */
export interface JobLane {
  readonly priority: number;
  /** Most jobs at a time. */
  readonly slots: number;
}

export interface JobWork {
  readonly queue: string;
  readonly lanes: readonly JobLane[];
  readonly receivers?: SlowReceivers | undefined;
  /** Begins due jobs in the database. */
  readonly claim: (wanted: WantedJobs) => Promise<readonly ClaimedJob[]>;
  /** The signal is aborted shortly before the job has used up its time. */
  readonly run: (data: object, signal: AbortSignal) => Promise<void>;
  /** Called with each failed job; without an id, with the first of several failures of the queue itself. */
  readonly report: (error: unknown, id?: string) => void;
}

interface Running {
  readonly lane: JobLane;
  readonly receiver: string;
  readonly end: Promise<void>;
}

/** Runs the jobs of a queue in turns, each in a slot of its own, so that a slow job does not delay others. */
export class JobWorker {
  /** By the id of the job. */
  private readonly running = new Map<string, Running>();
  private stopping = false;
  /** True since the queue has failed; a database may be away, or its disk full, for hours. */
  private failing = false;
  /** Jobs that were claimed last, and that have ended since. */
  private claimed = 0;
  private ended = 0;
  /** The turn that had jobs last; the next claim goes on behind it. */
  private readonly lastTurns = new Map<JobLane, string>();
  private wake = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly boss: Pick<PgBoss, 'complete' | 'fail'>,
    private readonly work: JobWork,
  ) {}

  start(): void {
    this.loop = this.takeJobs();
  }

  /** Fetches no more jobs, and releases those that still run after the time-out. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping = true;
    this.wake.abort();
    await this.loop;
    const late = new AbortController();
    const all = Promise.all([...this.running.values()].map(({ end }) => end));
    await Promise.race([all, pause(timeoutMs, late.signal)]);
    late.abort();
    const left = [...this.running.keys()];
    this.running.clear();
    if (left.length > 0) await this.boss.fail(this.work.queue, left);
  }

  private async takeJobs(): Promise<void> {
    while (!this.stopping) {
      this.wake = new AbortController();
      this.ended = 0;
      // One after the other, so that a queue never takes two connections of the pool from orders.
      let taken = 0;
      for (const lane of this.work.lanes) taken += await this.takeTurns(lane);
      if (taken > 0) this.claimed = taken;
      this.wakeIfMuchEnded();
      if (!this.isStopping()) await pause(POLL_INTERVAL_MS, this.wake.signal);
    }
  }

  /** A method, because TypeScript would take the property as unchanged after an await. */
  private isStopping(): boolean {
    return this.stopping;
  }

  /** From where the last turns have ended to the end, and then from the beginning. @returns how many jobs have begun */
  private async takeTurns(lane: JobLane): Promise<number> {
    let taken = 0;
    const last = this.lastTurns.get(lane) ?? '';
    for (const after of new Set([last, ''])) {
      const running = [...this.running.values()].filter((one) => one.lane === lane);
      if (running.length >= lane.slots || this.stopping) break;
      const jobs = await this.claim(lane, after, running);
      for (const job of jobs) this.begin(lane, job);
      const end = jobs
        .map(({ turn }) => turn)
        .toSorted()
        .at(-1);
      // Those from the beginning move it only where nothing was behind it, so that each turn comes round.
      if (end !== undefined && (after === last || taken === 0)) this.lastTurns.set(lane, end);
      taken += jobs.length;
    }
    return taken;
  }

  private async claim(
    { priority, slots }: JobLane,
    after: string,
    atWork: readonly Running[],
  ): Promise<readonly ClaimedJob[]> {
    const { queue, receivers, claim, report } = this.work;
    const running: Record<string, number> = {};
    for (const { receiver } of atWork) running[receiver] = (running[receiver] ?? 0) + 1;
    const busy = new Set(Object.keys(running));
    const slow = receivers?.turns(priority, busy, Math.ceil(slots * SLOW_FRACTION)) ?? NONE_SLOW;
    try {
      const jobs = await claim({
        ...{ queue, priority, after, running, free: slots - atWork.length },
        ...slow,
      });
      this.failing = false;
      return jobs;
    } catch (error) {
      if (!this.failing) report(error);
      this.failing = true;
      return [];
    }
  }

  private begin(lane: JobLane, job: ClaimedJob): void {
    const end = this.finish(job).finally(() => {
      this.running.delete(job.id);
      this.ended += 1;
      this.wakeIfMuchEnded();
    });
    this.running.set(job.id, { lane, receiver: receiverOfTurn(job.turn), end });
  }

  private wakeIfMuchEnded(): void {
    if (this.ended > 0 && this.ended >= this.claimed * ENDED_FRACTION) this.wake.abort();
  }

  private async finish(job: ClaimedJob): Promise<void> {
    const done = await this.succeeds(job);
    // The job has been released, and another process reports its outcome.
    if (!this.running.has(job.id)) return;
    try {
      await this.boss[done ? 'complete' : 'fail'](this.work.queue, job.id);
    } catch (error) {
      // The job expires, and is run again.
      this.work.report(error, job.id);
    }
  }

  /** Treats a job that exceeds its time as failed, so that it gives up its slot. */
  private async succeeds({ id, data, expireInSeconds }: ClaimedJob): Promise<boolean> {
    const over = new AbortController();
    const limit = new AbortController();
    const expired = async (): Promise<never> => {
      const timing = { signal: over.signal, ref: false };
      await wait(expireInSeconds * 1000 * ABORT_FRACTION, undefined, timing);
      limit.abort();
      await wait(expireInSeconds * 1000 * (1 - ABORT_FRACTION), undefined, timing);
      throw new Error(`the job took longer than ${expireInSeconds} seconds`);
    };
    try {
      await Promise.race([this.work.run(data, limit.signal), expired()]);
      return true;
    } catch (error) {
      this.work.report(error, id);
      return false;
    } finally {
      over.abort();
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}
