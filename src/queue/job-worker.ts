import { setTimeout as wait } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';

/** From one look for jobs to the next, in milliseconds. */
const LOOK = 500;
/** When all places were taken, the next look is worth it as soon as this part of them is free. */
const FREE_PART = 1 / 4;

/** A job as it was taken. */
type Taken = Pick<Job, 'id' | 'data' | 'expireInSeconds'>;

export interface JobWork {
  readonly queue: string;
  /** Jobs at a time. */
  readonly concurrency: number;
  readonly run: (data: object) => Promise<void>;
  /** Told of a failure; without an id it is of the queue itself. */
  readonly report: (error: unknown, id?: string) => void;
}

/** Runs the jobs of a queue, each in a place of its own: a slow one holds up no other. */
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

  /** Takes no more jobs; what still runs after `limit` milliseconds is handed back. */
  async stop(limit: number): Promise<void> {
    this.stopping = true;
    this.wake.abort();
    await this.ended;
    const late = new AbortController();
    const all = Promise.all(this.running.values());
    await Promise.race([all, pause(limit, late.signal)]);
    late.abort();
    const left = [...this.running.keys()];
    this.running.clear();
    if (left.length > 0) await this.boss.fail(this.work.queue, left);
  }

  private async takeJobs(): Promise<void> {
    const { concurrency } = this.work;
    while (!this.stopping) {
      const free = concurrency - this.running.size;
      const jobs = free > 0 ? await this.taken(free) : [];
      this.wake = new AbortController();
      this.full = jobs.length === free;
      for (const job of jobs) this.begin(job);
      if (!this.isStopping()) await pause(LOOK, this.wake.signal);
    }
  }

  /** Asked anew: it may have changed during an await. */
  private isStopping(): boolean {
    return this.stopping;
  }

  private async taken(most: number): Promise<readonly Taken[]> {
    try {
      return await this.boss.fetch<object>(this.work.queue, { batchSize: most });
    } catch (error) {
      this.work.report(error);
      return [];
    }
  }

  private begin(job: Taken): void {
    const work = this.finish(job).finally(() => {
      this.running.delete(job.id);
      const free = this.work.concurrency - this.running.size;
      if (this.full && free >= this.work.concurrency * FREE_PART) this.wake.abort();
    });
    this.running.set(job.id, work);
  }

  private async finish(job: Taken): Promise<void> {
    const done = await this.succeeds(job);
    // Handed back: whoever has it now says what becomes of it.
    if (!this.running.has(job.id)) return;
    try {
      await this.boss[done ? 'complete' : 'fail'](this.work.queue, job.id);
    } catch (error) {
      // It is found out when its time is over, and runs once more.
      this.work.report(error, job.id);
    }
  }

  /** A job that never ends does not keep its place for ever. */
  private async succeeds({ id, data, expireInSeconds }: Taken): Promise<boolean> {
    const over = new AbortController();
    const expired = async (): Promise<never> => {
      await wait(expireInSeconds * 1000, undefined, { signal: over.signal, ref: false });
      throw new Error(`the job took longer than ${expireInSeconds} seconds`);
    };
    try {
      await Promise.race([this.work.run(data), expired()]);
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
