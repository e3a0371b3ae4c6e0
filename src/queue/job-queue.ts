import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { PgBoss, type Db } from 'pg-boss';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { LOGGER, loggableError } from '../common/logger.js';
import { JOB_SCHEMA } from './job-schema.js';
import { JobWorker } from './job-worker.js';
import type { QueueName } from './queues.js';

/** Injection token: whether this process runs jobs, or only writes them, as a command does. */
export const RUNS_JOBS = Symbol('runs-jobs');

/** What a job is about; small, since everything else is read when it runs. */
export type JobData = Readonly<Record<string, string | number>>;

export interface JobTiming {
  /** Runs no sooner than this. */
  readonly afterSeconds?: number;
}

/** Does one job. A failure has it repeated later, by the rules of its queue. */
export type JobHandler<Data extends JobData> = (data: Data) => Promise<void>;

/** Running jobs may take this long to end when the server stops, in milliseconds; then they are handed back. */
const STOP_LIMIT = 15_000;

/**
 * The letter box: jobs that must happen after a transaction has committed, and only then. A job is a row of the same
 * database, written in the transaction that wants it, so neither can exist without the other.
 */
@Injectable()
export class JobQueue implements BeforeApplicationShutdown {
  private readonly boss: PgBoss;
  private readonly workers: JobWorker[] = [];
  private started: Promise<unknown> | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.pool.query(text, values) },
      schema: JOB_SCHEMA,
      // The tables are made with the schema, by their owner.
      migrate: false,
      createSchema: false,
      schedule: false,
      supervise: runsJobs,
      reindex: false,
      monitorVacuum: false,
      superviseIntervalSeconds: 15,
    });
    this.boss.on('error', (error) => {
      this.logger.warn({ err: loggableError(error) }, 'the job queue could not do its work');
    });
  }

  /** Writes a job within the caller's transaction. */
  async send(
    manager: EntityManager,
    queue: QueueName,
    data: JobData,
    { afterSeconds = 0 }: JobTiming = {},
  ): Promise<void> {
    await this.start();
    await this.boss.send(queue, data, { db: connectionOf(manager), startAfter: afterSeconds });
  }

  /** Runs the queue's jobs in this process, `concurrency` at a time; nothing in a process that runs none. */
  async work<Data extends JobData>(
    queue: QueueName,
    concurrency: number,
    handler: JobHandler<Data>,
  ): Promise<void> {
    if (!this.runsJobs) return;
    await this.start();
    const worker = new JobWorker(this.boss, {
      ...{ queue, concurrency },
      run: (data) => handler(data as Data),
      report: (error, job) => {
        const words = job === undefined ? 'jobs could not be looked for' : 'a job failed';
        this.logger.warn({ queue, job, err: loggableError(error) }, words);
      },
    });
    this.workers.push(worker);
    worker.start();
  }

  /** Running jobs end, or are handed back; before the pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.started) return;
    await this.started.catch(() => undefined);
    await Promise.all(this.workers.map((worker) => worker.stop(STOP_LIMIT)));
    await this.boss.stop({ close: false, graceful: false });
  }

  private start(): Promise<unknown> {
    this.started ??= this.boss.start().catch((error: unknown) => {
      this.started = undefined;
      throw error;
    });
    return this.started;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
}

/** The library's view of the connection that a transaction runs on. */
function connectionOf(manager: EntityManager): Db {
  return {
    executeSql: async (text, values) => {
      if (!manager.queryRunner) throw new Error('a job is written in a transaction');
      const client = (await manager.queryRunner.connect()) as PoolClient;
      return client.query(text, values);
    },
  };
}
