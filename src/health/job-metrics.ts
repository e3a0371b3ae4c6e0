import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { readCounter, readGauge } from '../common/read-metrics.js';
import { sharedRead } from '../common/shared-read.js';
import { Database } from '../database/database.js';
import { DUE_JOB, JOB_SCHEMA, JOB_TURN, LATER_JOB } from '../queue/job-schema.js';
import { JobQueue } from '../queue/job-queue.js';
import { QUEUES } from '../queue/queues.js';

interface Backlog {
  readonly queue: string;
  readonly due: number;
  /** Of the receiver, or account, with the most. */
  readonly most: number;
  readonly overdueSeconds: number;
}

/** Of all instances, in the parts that have indexes. */
const BACKLOGS = `
  SELECT queue, COALESCE(sum(due), 0)::integer AS due, COALESCE(max(due), 0)::integer AS most,
         COALESCE(extract(epoch FROM now() - min(since)), 0)::float8 AS "overdueSeconds"
  FROM unnest($1::text[]) AS queue LEFT JOIN (
    SELECT name, count(*) AS due, min(start_after) AS since FROM (
      SELECT name, ${JOB_TURN} AS turn, start_after FROM ${JOB_SCHEMA}.job_common WHERE ${DUE_JOB}
      UNION ALL
      SELECT name, ${JOB_TURN}, start_after FROM ${JOB_SCHEMA}.job_common
      WHERE ${LATER_JOB} AND start_after <= now()
    ) waiting
    GROUP BY name, split_part(turn, '/', 1)
  ) receivers ON name = queue
  GROUP BY queue`;

/** The jobs that are due and have not begun, and those that failed, read when the metrics are scraped. */
@Injectable()
export class JobMetrics {
  private readonly read;

  constructor(
    private readonly registry: Registry,
    database: Database,
    { failures }: JobQueue,
  ) {
    const help =
      'Runs of jobs that have failed and are repeated; that a receiver or handler fails is no such.';
    readCounter(registry, { name: 'souk_job_failures_total', help, label: 'queue' }, () =>
      Object.entries(failures),
    );
    this.read = sharedRead(async () => {
      // The gauges of the pool are read first; they would count this as a caller.
      await Promise.resolve();
      return database.manager.query<Backlog[]>(BACKLOGS, [Object.values(QUEUES)]);
    });
    this.gauge(
      'souk_jobs_due',
      'Jobs that are due and have not begun; missing while the database does not answer.',
      ({ due }) => due,
    );
    this.gauge(
      'souk_jobs_due_most',
      'Of these, those of the one receiver, or account, that has the most.',
      ({ most }) => most,
    );
    this.gauge(
      'souk_job_overdue_seconds',
      'For how long the job has been due that waits longest.',
      ({ overdueSeconds }) => overdueSeconds,
    );
  }

  private gauge(name: string, help: string, valueOf: (backlog: Backlog) => number): void {
    readGauge(this.registry, { name, help, label: 'queue' }, this.read, (backlog) => [
      backlog.queue,
      valueOf(backlog),
    ]);
  }
}
