import { setTimeout as wait } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';

/** Time between two polls of the queue. */
const POLL_INTERVAL_MS = 500;
/** After a poll has filled all slots, the next one follows as soon as this fraction of them is free. */
const FREE_FRACTION = 1 / 4;
/** The signal of a job is aborted after this fraction of its time; in the rest the job can write what has become of it. */
const ABORT_FRACTION = 0.96;

/** A job that this worker has fetched. */
type FetchedJob = Pick<Job, 'id' | 'data' | 'expireInSeconds'>;

export interface JobWork {
  readonly queue: string;
  /** Most jobs at a time. */
  readonly concurrency: number;
  /** The signal is aborted shortly before the job has used up its time. */
  readonly run: (data: object, signal: AbortSignal) => Promise<void>;
  /** Called with each failure; without an id when the queue itself failed. */
  readonly report: (error: unknown, id?: string) => void;
}

/** Runs the jobs of a queue, each in a slot of its own, so that a slow job does not delay others. */
export class JobWorker {
  private readonly running = new Map<string, Promise<void>>();
  private stopping = false;
  private full = false;
  private wake = new AbortController();
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly boss: PgBoss,
    private readonly work: JobWork,
  ) {}

  start(): void {
    this.ended = this.takeJobs();
  }

  /** Fetches no more jobs, and releases those that still run after the time-out. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping = true;
    this.wake.abort();
    await this.ended;
    const late = new AbortController();
    const all = Promise.all(this.running.values());
    await Promise.race([all, pause(timeoutMs, late.signal)]);
    late.abort();
    const left = [...this.running.keys()];
    this.running.clear();
    if (left.length > 0) await this.boss.fail(this.work.queue, left);
  }

  private async takeJobs(): Promise<void> {
    const { concurrency } = this.work;
    while (!this.stopping) {
      const free = concurrency - this.running.size;
      const jobs = free > 0 ? await this.fetch(free) : [];
      this.wake = new AbortController();
      this.full = jobs.length === free;
      for (const job of jobs) this.begin(job);
      if (!this.isStopping()) await pause(POLL_INTERVAL_MS, this.wake.signal);
    }
  }

  /** A method, because TypeScript would take the property as unchanged after an await. */
  private isStopping(): boolean {
    return this.stopping;
  }

  private async fetch(most: number): Promise<readonly FetchedJob[]> {
    try {
      return await this.boss.fetch<object>(this.work.queue, { batchSize: most });
    } catch (error) {
      this.work.report(error);
      return [];
    }
  }

  private begin(job: FetchedJob): void {
    const work = this.finish(job).finally(() => {
      this.running.delete(job.id);
      const free = this.work.concurrency - this.running.size;
      if (this.full && free >= this.work.concurrency * FREE_FRACTION) this.wake.abort();
    });
    this.running.set(job.id, work);
  }

  private async finish(job: FetchedJob): Promise<void> {
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
  private async succeeds({ id, data, expireInSeconds }: FetchedJob): Promise<boolean> {
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
