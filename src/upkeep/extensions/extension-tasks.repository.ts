import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { CURRENT_TASK } from './extension-task.sql.js';

export interface TaskKey {
  readonly extension: string;
  readonly name: string;
}

export interface DeclaredTask extends TaskKey {
  readonly everySeconds: number;
}

/** A run whose lease this process has taken. */
export interface TakenTask extends TaskKey {
  /** The number of the run; another one may have the same after a failover that has lost its beginning. */
  readonly runs: string;
  readonly holder: string;
}

/** A task as its last runs have left it. */
export interface ExtensionTaskRow extends DeclaredTask {
  readonly nextRun: Date;
  readonly isRunning: boolean;
  readonly holder: string | null;
  readonly lastStarted: Date | null;
  readonly lastEnded: Date | null;
  readonly lastFault: string | null;
  readonly failingSince: Date | null;
  readonly failures: number;
}

/** Keeps on which server each task of an extension runs, by single statements: no connection is held while one runs. */
@Injectable()
export class ExtensionTasksRepository {
  constructor(private readonly database: Database) {}

  /** Adds tasks that are new, which are due at once; one with a shorter period than before is due sooner. */
  async declare(tasks: readonly DeclaredTask[]): Promise<void> {
    await this.database.manager.query(DECLARE, [JSON.stringify(tasks)]);
  }

  /** Begins a run of each of these tasks that is due and has no lease. */
  async take(tasks: readonly TaskKey[], holder: string, leaseMs: number): Promise<TakenTask[]> {
    const [taken] = await this.database.manager.query<[TakenTask[], number]>(TAKE, [
      ...[tasks.map(({ extension }) => extension), tasks.map(({ name }) => name)],
      ...[holder, leaseMs],
    ]);
    return taken;
  }

  /** @returns false if another run has begun */
  extend(run: TakenTask, leaseMs: number): Promise<boolean> {
    return this.changed(EXTEND, run, leaseMs);
  }

  /** Notes that the run has failed; it may still be under way. */
  async fail(run: TakenTask, fault: string): Promise<void> {
    await this.changed(FAIL, run, fault);
  }

  /** Ends the run and its lease. The next run is due one period after the start of this one. */
  async end(run: TakenTask, { everySeconds, failed }: RunEnd): Promise<void> {
    await this.changed(END, run, everySeconds, failed);
  }

  /** Gives up the lease of a run that was broken off, so that another server begins it anew. */
  async release(run: TakenTask): Promise<void> {
    await this.changed(RELEASE, run);
  }

  /** Makes a task due. */
  async hurry({ extension, name }: TaskKey): Promise<void> {
    await this.database.manager.query(HURRY, [extension, name]);
  }

  /** Those that the extensions of the shop have, by the last start of a server. */
  list(): Promise<ExtensionTaskRow[]> {
    return this.database.manager.query(LIST);
  }

  private async changed(statement: string, run: TakenTask, ...more: unknown[]): Promise<boolean> {
    const { extension, name, runs, holder } = run;
    const [, count] = await this.database.manager.query<[unknown, number]>(statement, [
      ...[extension, name, runs, holder],
      ...more,
    ]);
    return count === 1;
  }
}

interface RunEnd {
  readonly everySeconds: number;
  readonly failed: boolean;
}

const DECLARE = `
  INSERT INTO extension_tasks AS former (extension, name, every_seconds)
  SELECT extension, name, "everySeconds"
  FROM json_to_recordset($1) AS given (extension text, name text, "everySeconds" integer)
  ORDER BY extension, name
  ON CONFLICT (extension, name) DO UPDATE
  SET every_seconds = excluded.every_seconds,
      next_run_at = least(former.next_run_at, now() + excluded.every_seconds * interval '1 second')
  WHERE former.every_seconds <> excluded.every_seconds`;

/** In the order of the key, and past what others lock, so that servers do not block one another. */
const TAKE = `
  WITH due AS (
    SELECT task.extension, task.name FROM extension_tasks task
    JOIN unnest($1::text[], $2::text[]) AS wanted (extension, name)
      ON (wanted.extension, wanted.name) = (task.extension, task.name)
    WHERE next_run_at <= now() AND (leased_until IS NULL OR leased_until < now())
    ORDER BY task.extension, task.name FOR UPDATE OF task SKIP LOCKED
  )
  UPDATE extension_tasks task
  SET holder = $3, leased_until = now() + $4::float8 * interval '1 millisecond', runs = runs + 1,
      last_started_at = now(),
      -- A lease that nobody has given up is that of a server which was killed, or could not extend it.
      failures = failures + (leased_until IS NOT NULL)::integer,
      failing_since = CASE WHEN leased_until IS NULL THEN failing_since ELSE coalesce(failing_since, now()) END,
      last_fault = CASE WHEN leased_until IS NULL THEN last_fault
        ELSE 'its server ended, or lost its lease, during the run' END
  FROM due WHERE (due.extension, due.name) = (task.extension, task.name)
  RETURNING task.extension, task.name, runs, holder`;

const RUN = 'extension = $1 AND name = $2 AND runs = $3 AND holder = $4';

const EXTEND = `
  UPDATE extension_tasks SET leased_until = now() + $5::float8 * interval '1 millisecond' WHERE ${RUN}`;

const FAIL = `
  UPDATE extension_tasks
  SET failures = failures + 1, failing_since = coalesce(failing_since, now()), last_fault = $5
  WHERE ${RUN}`;

const END = `
  UPDATE extension_tasks
  SET leased_until = NULL, last_ended_at = now(),
      next_run_at = last_started_at + $5::integer * interval '1 second',
      failures = CASE WHEN $6::boolean THEN failures ELSE 0 END,
      failing_since = CASE WHEN $6 THEN failing_since END
  WHERE ${RUN}`;

const RELEASE = `UPDATE extension_tasks SET leased_until = NULL WHERE ${RUN}`;

const HURRY = 'UPDATE extension_tasks SET next_run_at = now() WHERE extension = $1 AND name = $2';

const LIST = `
  SELECT task.extension, task.name, every_seconds AS "everySeconds", next_run_at AS "nextRun",
    coalesce(leased_until > now(), false) AS "isRunning", holder, last_started_at AS "lastStarted",
    last_ended_at AS "lastEnded", last_fault AS "lastFault", failing_since AS "failingSince", failures
  FROM extension_tasks task WHERE ${CURRENT_TASK} ORDER BY task.extension, task.name`;
