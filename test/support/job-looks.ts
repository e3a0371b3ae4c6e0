import { Pool } from 'pg';
import type { JobQueue } from '../../src/queue/job-queue.js';
import type { JobWork } from '../../src/queue/job-worker.js';

const INTERVAL_MS = 100;
/** For a lock on the jobs, or a server that does not answer. */
const TIMEOUT_MS = 2_000;

const DUE_QUEUES = `
  SELECT DISTINCT name FROM pgboss.job_common WHERE state < 'active' AND start_after <= now()`;

/** What is private of a worker. */
interface Worker {
  work: JobWork;
  readonly look: () => void;
}

/**
 * Has the jobs of a shop run as soon as they are due: ten times a second, one cheap statement asks which queues have
 * any, and only the workers of these claim jobs. A server claims for each queue twice a second, due or not; in all shops
 * of a run together that took a large part of its time.
 */
export class JobLooks {
  /** Undefined while that is not known: then each worker claims as it does in a server. */
  private due: ReadonlySet<string> | undefined;
  /** None of the spec's connections, which may all wait for what a job does. */
  private readonly pool: Pool;
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> | undefined;

  constructor(queue: JobQueue, directUrl: string) {
    const { workers } = queue as unknown as { workers: readonly Worker[] };
    for (const worker of workers) {
      const { work } = worker;
      const isDue = (): boolean => this.due?.has(work.queue) ?? true;
      const { claims } = work;
      worker.work = {
        ...work,
        claims: {
          makeDue: (name) => (isDue() ? claims.makeDue(name) : Promise.resolve(false)),
          turns: (wanted) => (isDue() ? claims.turns(wanted) : Promise.resolve([])),
          begin: (wanted) => claims.begin(wanted),
        },
      };
    }
    this.pool = new Pool({
      ...{ connectionString: directUrl, max: 1 },
      ...{ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS },
    });
    // Some specs cut connections.
    this.pool.on('error', () => undefined);
    this.timer = setInterval(() => {
      this.looking ??= this.look(workers).finally(() => (this.looking = undefined));
    }, INTERVAL_MS).unref();
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    if (!this.pool.ending) await this.pool.end();
  }

  private async look(workers: readonly Worker[]): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ name: string }>(DUE_QUEUES);
      this.due = new Set(rows.map(({ name }) => name));
      for (const { work, look } of workers) if (this.due.has(work.queue)) look();
    } catch {
      this.due = undefined;
    }
  }
}
