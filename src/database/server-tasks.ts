import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Lease, MINUTE_LEASE } from '../common/lease.js';
import { Database } from './database.js';

/** The result of a run, as JSON, and when the next one is due. */
export interface TaskEnd<Result> {
  readonly result: Result;
  /** From the end of this run on, in milliseconds. */
  readonly pauseMs: number;
}

/** The last run of a task on any server that has succeeded. */
export interface LastRun<Result> {
  readonly result: Result;
  /** When it ended, in seconds since 1970 by the database's clock. */
  readonly endedAt: number;
  /** For how long the next run has been due, in seconds; below 0 if it is not due yet. */
  readonly dueForSeconds: number;
}

/**
 * @param last the result of the last run; undefined if there is none.
 * @param signal aborted when the lease of the run could not be extended, or the server stops.
 */
type Run<Result> = (last: Result | undefined, signal: AbortSignal) => Promise<TaskEnd<Result>>;

interface Taken<Result> {
  readonly result: Result | null;
}

/**
 * Tasks of the servers themselves. Each is done by one server at a time, which has a lease in the row of the task, and all
 * servers read what the last run has found. No connection is held meanwhile, and all times are those of the database.
 */
@Injectable()
export class ServerTasks {
  /** Tests set shorter times. */
  lease = MINUTE_LEASE;
  private readonly holder = randomUUID();
  private readonly running = new Set<string>();

  constructor(private readonly database: Database) {}

  /**
   * Runs a task if it is due and runs nowhere. After a failed run it is still due.
   * @returns whether it was run. @throws what the run throws
   */
  async run<Result>(name: string, run: Run<Result>, stop?: AbortSignal): Promise<boolean> {
    if (this.running.has(name)) return false;
    this.running.add(name);
    try {
      const askedAt = performance.now();
      const parameters = [name, this.holder, this.lease.leaseMs];
      const [taken] = await this.database.manager.query<Taken<Result>[]>(TAKE, parameters);
      const begin = (signal: AbortSignal) => run(taken?.result ?? undefined, signal);
      if (taken) await this.leased(name, askedAt, begin, stop);
      return taken !== undefined;
    } finally {
      this.running.delete(name);
    }
  }

  /** Undefined if no run has ever succeeded. */
  async last<Result>(name: string): Promise<LastRun<Result> | undefined> {
    return (await this.database.manager.query<LastRun<Result>[]>(LAST, [name]))[0];
  }

  private async leased(
    name: string,
    askedAt: number,
    run: (signal: AbortSignal) => Promise<TaskEnd<unknown>>,
    stop?: AbortSignal,
  ): Promise<void> {
    const lost = new AbortController();
    const lease = new Lease(
      this.lease,
      () => this.changed(EXTEND, name, this.lease.leaseMs),
      (reason) => {
        lost.abort(reason);
      },
    );
    lease.keep(askedAt);
    try {
      const { result, pauseMs } = await run(
        AbortSignal.any([lost.signal, ...(stop ? [stop] : [])]),
      );
      await this.changed(END, name, pauseMs, JSON.stringify(result));
    } catch (error) {
      // If the database is away, the lease ends by itself, and this server may take it up before.
      await this.changed(RELEASE, name).catch(() => undefined);
      throw error;
    } finally {
      lease.end();
    }
  }

  private async changed(statement: string, name: string, ...more: unknown[]): Promise<boolean> {
    const parameters = [name, this.holder, ...more];
    const [, count] = await this.database.manager.query<[unknown, number]>(statement, parameters);
    return count === 1;
  }
}

/** A process runs a task once at a time, so a lease of its own is one that it could not give up. */
const IS_DUE =
  'task.next_run_at <= now() AND (task.leased_until IS NULL OR task.leased_until < now() OR task.holder = $2::uuid)';

/** Locks the row only if the task is due. */
const TAKE = `
  INSERT INTO server_tasks AS task (name, holder, leased_until)
  SELECT $1::text, $2::uuid, now() + $3::float8 * interval '1 millisecond'
  WHERE NOT EXISTS (SELECT FROM server_tasks task WHERE name = $1 AND NOT (${IS_DUE}))
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
  WHERE ${IS_DUE}
  RETURNING result`;

const MINE = 'name = $1 AND holder = $2 AND leased_until IS NOT NULL';

const EXTEND = `
  UPDATE server_tasks SET leased_until = now() + $3::float8 * interval '1 millisecond' WHERE ${MINE}`;

const END = `
  UPDATE server_tasks
  SET leased_until = NULL, next_run_at = now() + $3::float8 * interval '1 millisecond', last_ended_at = now(), result = $4
  WHERE ${MINE}`;

const RELEASE = `UPDATE server_tasks SET leased_until = NULL WHERE ${MINE}`;

const LAST = `
  SELECT result, extract(epoch FROM last_ended_at)::float8 AS "endedAt",
         extract(epoch FROM now() - next_run_at)::float8 AS "dueForSeconds"
  FROM server_tasks WHERE name = $1 AND last_ended_at IS NOT NULL`;
