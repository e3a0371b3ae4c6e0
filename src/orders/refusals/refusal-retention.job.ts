import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { RefusalRepository } from './refusal.repository.js';
import { surplusRows } from './refusal-shares.js';

/** For how long a refusal is kept. */
export const KEPT_DAYS = 30;
/** So many are kept by a run; there may be a million, since further ones are written until the next run. */
export const KEPT_ROWS = 900_000;
const INTERVAL_MS = 3_600_000;
/** A server that has written so many since the last run asks for another one. */
const ROWS_BETWEEN_RUNS = 25_000;
const ROWS_PER_STATEMENT = 5_000;

/** Deletes old refusals, and those of the accounts with the most where there are too many; hourly, by a job. */
@Injectable()
export class RefusalRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Full at first, so that a server which restarts often asks for a run, too. */
  private written = ROWS_BETWEEN_RUNS;
  private readonly task = new PeriodicTask(
    () => this.enqueue(),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'no job for old refusals could be written');
    },
  );

  constructor(
    private readonly refusals: RefusalRepository,
    private readonly database: Database,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.task.start(INTERVAL_MS);
    await this.jobs.work(QUEUES.refusals, { first: 1, retried: 0 }, (_, signal) =>
      this.run(signal),
    );
  }

  beforeApplicationShutdown(): Promise<void> {
    // The last batches ask for no run.
    this.written = -Infinity;
    return this.task.stop();
  }

  /** Counts rows of the journal that were written. */
  noteWritten(rows: number): void {
    this.written += rows;
    if (this.written < ROWS_BETWEEN_RUNS) return;
    this.written = 0;
    this.task.runNow();
  }

  /** @param keptRows fewer than those of the journal in tests */
  async run(signal: AbortSignal, keptRows = KEPT_ROWS): Promise<void> {
    await repeat(signal, () => this.refusals.deleteExpired(KEPT_DAYS, ROWS_PER_STATEMENT));
    const surplus = surplusRows(await this.refusals.countByAccount(), keptRows);
    for (const [accountId, rows] of surplus) {
      let left = rows;
      await repeat(signal, async () => {
        const count = Math.min(left, ROWS_PER_STATEMENT);
        const deleted = await this.refusals.deleteOldest(accountId, count);
        left -= deleted;
        return left > 0 ? deleted : 0;
      });
    }
  }

  /** Nothing is written while such a job waits or runs. */
  private enqueue(): Promise<boolean> {
    return this.database.transaction((manager) => this.jobs.send(manager, QUEUES.refusals, {}));
  }
}

/** Deletes until there is nothing left to delete, or the time of the job is over; the next run goes on. */
async function repeat(signal: AbortSignal, deleteSome: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await deleteSome()) > 0);
}
