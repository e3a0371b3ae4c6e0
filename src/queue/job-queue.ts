import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { PgBoss, type Db } from 'pg-boss';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { LOGGER, loggableError } from '../common/logger.js';
import { isFirstWorker } from '../common/server-worker.js';
import { TRACING, type Tracing } from '../common/tracing/tracing.js';
import { Database } from '../database/database.js';
import { JobClaims } from './claim-jobs.js';
import { JOB_SCHEMA } from './job-schema.js';
import { JobWorker } from './job-worker.js';
import { QUEUE_POLICIES, QUEUES, type QueueName } from './queues.js';
import type { SlowReceivers } from './slow-receivers.js';

/** Injection token: false in a process that only writes jobs, such as a command. */
export const RUNS_JOBS = Symbol('runs-jobs');

/** The parameters of a job: ids only, since the job reads everything else when it runs. */
export type JobData = Readonly<Record<string, string | number>>;

/** A job as it is stored: its parameters, and the trace of the request that has written it. */
type StoredData<Data extends JobData = JobData> = Data & { readonly traceparent?: string };

export interface JobTiming {
  /** Least time before the job runs. */
  readonly afterSeconds?: number;
  /** True if what the job does was tried before; such jobs have slots of their own. */
  readonly isRetry?: boolean;
  /** In a queue with keys nothing is written while another job waits under the same one. */
  readonly key?: string;
}

/** How many jobs of a queue a process runs at a time. */
export interface JobSlots {
  /** Of those that are tried for the first time. */
  readonly first: number;
  /** Of those that were tried before. */
  readonly retried: number;
  /** Whom the jobs are sent to, where slow ones must not delay others. */
  readonly receivers?: SlowReceivers;
}

/**
 * Runs one job. When it throws, the job is retried as its queue is configured.
 * @param signal aborted shortly before the job has used up its time.
 * @param isRepeated true if the job has begun before and was not finished, such as in a process that was killed.
 */
export type JobHandler<Data extends JobData> = (
  data: Data,
  signal: AbortSignal,
  isRepeated: boolean,
) => Promise<void>;

/** How long running jobs may take to end when the server stops; afterwards they are released to other processes. */
const STOP_TIMEOUT_MS = 15_000;

const PRIORITIES = { first: 0, retried: -1 } as const;

/**
 * The job queue, a transactional outbox: a job is a row that is written in the transaction it belongs to, so it runs if
 * and only if the transaction has committed.
 */
@Injectable()
export class JobQueue implements BeforeApplicationShutdown {
  private readonly boss: PgBoss;
  private readonly claims: JobClaims;
  private readonly workers: JobWorker[] = [];
  /** Runs of jobs that have failed in this process. */
  readonly failures = Object.fromEntries(
    Object.values(QUEUES).map((queue) => [queue, 0]),
  ) as Record<QueueName, number>;
  private started: Promise<unknown> | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TRACING) private readonly tracing: Tracing | undefined,
  ) {
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.database.pool.query(text, values) },
      schema: JOB_SCHEMA,
      // Their owner creates the tables, with the schema.
      migrate: false,
      createSchema: false,
      schedule: false,
      supervise: runsJobs && isFirstWorker,
      reindex: false,
      monitorVacuum: false,
      superviseIntervalSeconds: 15,
    });
    this.claims = new JobClaims(async <Row extends object>(text: string, values: unknown[]) => {
      const { rows } = await this.database.pool.query<Row>(text, values);
      return rows;
    });
    this.boss.on('error', (error) => {
      this.logger.warn({ err: loggableError(error) }, 'the job queue could not do its work');
    });
  }

  /** Writes a job in the caller's transaction. @returns false if none was written, by the policy of the queue */
  async send(
    manager: EntityManager,
    queue: QueueName,
    data: JobData,
    { afterSeconds = 0, isRetry = false, key }: JobTiming = {},
  ): Promise<boolean> {
    await this.start();
    const stored = this.tracing ? { ...data, traceparent: this.tracing.traceparent() } : data;
    const priority = isRetry ? PRIORITIES.retried : PRIORITIES.first;
    // Without a key of its own, a job keeps no other one from being written.
    const singletonKey = key ?? (QUEUE_POLICIES[queue] === 'short' ? randomUUID() : undefined);
    const options = {
      ...{ db: connectionOf(manager), startAfter: afterSeconds, priority },
      ...(singletonKey !== undefined && { singletonKey }),
    };
    for (;;) {
      if ((await this.boss.send(queue, stored, options)) !== null) return true;
      // Of those under a key, the one that waits may have begun in between.
      if (key === undefined || (await isKept(manager, queue, key))) return false;
    }
  }

  /** Holds back the unfinished jobs of a queue until they are released or dropped. @returns their number */
  hold(manager: EntityManager, queue: QueueName): Promise<number> {
    return changed(manager, HOLD, queue);
  }

  /** Lets held jobs run now. @returns their number */
  releaseHeld(manager: EntityManager, queue: QueueName): Promise<number> {
    return changed(manager, RELEASE_HELD, queue);
  }

  /** Deletes held jobs. @returns their number */
  dropHeld(manager: EntityManager, queue: QueueName): Promise<number> {
    return changed(manager, DROP_HELD, queue);
  }

  /** Runs the jobs of a queue in turns; does nothing in a process that runs no jobs, as only the first worker of a server does. */
  async work<Data extends JobData>(
    queue: QueueName,
    slots: JobSlots,
    handler: JobHandler<Data>,
  ): Promise<void> {
    if (!this.runsJobs || !isFirstWorker) return;
    await this.start();
    const worker = new JobWorker(this.boss, {
      queue,
      lanes: [
        { priority: PRIORITIES.first, slots: slots.first },
        { priority: PRIORITIES.retried, slots: slots.retried },
      ],
      receivers: slots.receivers,
      claims: this.claims,
      run: (data, signal, isRepeated) => {
        const run = (given: JobData) => handler(given as Data, signal, isRepeated);
        return this.run(queue, data as StoredData, run);
      },
      report: (error, job) => {
        const words = job === undefined ? 'jobs could not be looked for' : 'a job failed';
        if (job !== undefined) this.failures[queue] += 1;
        this.logger.warn({ queue, job, err: loggableError(error) }, words);
      },
    });
    this.workers.push(worker);
    worker.start();
  }

  private run(
    queue: QueueName,
    { traceparent, ...data }: StoredData,
    handler: (data: JobData) => Promise<void>,
  ): Promise<void> {
    if (!this.tracing) return handler(data);
    // Other parameters may be no ids, such as the body of a message.
    const { accountId, orderId } = data;
    const attributes = {
      ...(accountId !== undefined && { 'souk.account_id': accountId }),
      ...(orderId !== undefined && { 'souk.order_id': orderId }),
    };
    return this.tracing.span(`job ${queue}`, { kind: 'consumer', attributes, traceparent }, () =>
      handler(data),
    );
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Waits for running jobs, or releases them, before the connection pool closes. */
  stop(): Promise<void> {
    this.stopped ??= this.stopWorkers();
    return this.stopped;
  }

  private async stopWorkers(): Promise<void> {
    if (!this.started) return;
    await this.started.catch(() => undefined);
    await Promise.all(this.workers.map((worker) => worker.stop(STOP_TIMEOUT_MS)));
    await this.boss.stop({ close: false, graceful: false });
  }

  private start(): Promise<unknown> {
    this.started ??= this.boss.start().catch((error: unknown) => {
      this.started = undefined;
      throw error;
    });
    return this.started;
  }
}

/** The connection of a transaction, as the library takes it. */
function connectionOf(manager: EntityManager): Db {
  return {
    executeSql: async (text, values) => {
      if (!manager.queryRunner) throw new Error('a job is written in a transaction');
      const client = (await manager.queryRunner.connect()) as PoolClient;
      return client.query(text, values);
    },
  };
}

/** Keeps a job that waits from beginning before the end of the transaction: it may need what this one writes. */
async function isKept(manager: EntityManager, queue: QueueName, key: string): Promise<boolean> {
  return (await manager.query<unknown[]>(KEEP, [queue, key])).length > 0;
}

async function changed(
  manager: EntityManager,
  statement: string,
  queue: QueueName,
): Promise<number> {
  const [, count] = await manager.query<[unknown, number]>(statement, [queue]);
  return count;
}

/** What begins jobs passes by rows that are locked. The job stays as it is, so transactions may share the lock. */
const KEEP = `
  SELECT FROM ${JOB_SCHEMA}.job
  WHERE name = $1 AND coalesce(singleton_key, '') = $2 AND state = 'created' AND policy = 'short' FOR KEY SHARE`;

/**
 * The library runs a job from `start_after` on, so it never runs a held job. It gives up its key, under which others are
 * written meanwhile.
 */
const HOLD = `
  UPDATE ${JOB_SCHEMA}.job SET state = 'created', start_after = 'infinity', singleton_key = id::text
  WHERE name = $1 AND state IN ('created', 'retry', 'active') AND start_after < 'infinity'`;

const RELEASE_HELD = `
  UPDATE ${JOB_SCHEMA}.job SET start_after = now() WHERE name = $1 AND start_after = 'infinity'`;

const DROP_HELD = `DELETE FROM ${JOB_SCHEMA}.job WHERE name = $1 AND start_after = 'infinity'`;
