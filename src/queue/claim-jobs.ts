import { DUE_JOB, JOB_SCHEMA, JOB_TURN, LATER_JOB } from './job-schema.js';
import type { ChosenTurn } from './choose-turns.js';

/** A job that has begun. */
export interface ClaimedJob {
  readonly id: string;
  readonly data: object;
  readonly expireInSeconds: number;
  /** Whose it is, as in `JOB_TURN`. */
  readonly turn: string;
  /** True if it has begun before, in a process that was killed, stopped or late, or if it has failed. */
  readonly isRepeated: boolean;
}

/** The jobs of a queue that share slots. */
export interface JobsOfPriority {
  readonly queue: string;
  readonly priority: number;
}

/** Which turns are looked for. */
export interface WantedTurns extends JobsOfPriority {
  /** They are read from behind this one on, around to it. */
  readonly after: string;
  /** Of these receivers, which get nothing, one turn at most is read. */
  readonly passed: readonly string[];
  /** How many are read at most. */
  readonly most: number;
}

/** Which jobs are to begin. */
export interface WantedJobs extends JobsOfPriority {
  /** The number of free slots. */
  readonly free: number;
  readonly turns: readonly ChosenTurn[];
}

/** Executes one statement, committed by itself. @returns its rows */
export type Execute = <Row extends object>(sql: string, values: unknown[]) => Promise<Row[]>;

/** Begins due jobs, as the library's `fetch` does, but in turns. What each statement reads does not grow with what waits. */
export class JobClaims {
  constructor(private readonly execute: Execute) {}

  /** Gives jobs their turns whose time has come. @returns true when there may be more of them */
  async makeDue(queue: string): Promise<boolean> {
    const [row] = await this.execute<{ made: number }>(MAKE_DUE, [queue]);
    return row?.made === MADE_DUE_AT_ONCE;
  }

  /** Turns that have due jobs. */
  async turns({ queue, priority, after, passed, most }: WantedTurns): Promise<string[]> {
    const values = [queue, priority, after, passed, most];
    const rows = await this.execute<{ turn: string }>(DUE_TURNS, values);
    return rows.map(({ turn }) => turn);
  }

  /**
   * Jobs of the receivers that have the fewest at work come first, and a receiver gets as many slots as there are free ones
   * beside: alone it gets half, and n receivers without end leave one part in n + 1 to others.
   */
  begin({ queue, priority, free, turns }: WantedJobs): Promise<ClaimedJob[]> {
    const columns = [
      turns.map(({ turn }) => turn),
      turns.map(({ running }) => running),
      turns.map(({ most }) => most),
    ];
    return this.execute(BEGIN_JOBS, [queue, priority, free, ...columns]);
  }
}

const MADE_DUE_AT_ONCE = 1_000;

/** That it was due before is what `DUE_JOB` and the indexes go by. */
export const MAKE_DUE = `
  WITH made AS (
    UPDATE ${JOB_SCHEMA}.job_common SET created_on = start_after
    WHERE name = $1 AND id = ANY (ARRAY(
      SELECT id FROM ${JOB_SCHEMA}.job_common WHERE name = $1 AND ${LATER_JOB} AND start_after <= now()
      ORDER BY start_after LIMIT ${MADE_DUE_AT_ONCE} FOR UPDATE SKIP LOCKED))
    RETURNING 1
  )
  SELECT count(*)::integer AS made FROM made`;

const DUE = `FROM ${JOB_SCHEMA}.job_common WHERE name = $1 AND priority = $2 AND ${DUE_JOB}`;

/**
 * Jumps from turn to turn in an index, so it reads nothing else of what waits in them, and over all other turns of a receiver
 * that is passed. No turn sorts behind the tilde: there is an account.
 */
export const DUE_TURNS = `
  WITH RECURSIVE turns AS (
    SELECT $3::text COLLATE "C" AS turn, false AS is_around
    UNION ALL
    SELECT next.* FROM turns CROSS JOIN LATERAL (
      (SELECT ${JOB_TURN} AS turn, turns.is_around ${DUE} AND ${JOB_TURN} > (
         CASE WHEN split_part(turns.turn, '/', 1) = ANY ($4::text[])
           THEN regexp_replace(turns.turn, '/.*', '/~') ELSE turns.turn END)
       ORDER BY ${JOB_TURN} LIMIT 1)
      UNION ALL
      (SELECT ${JOB_TURN}, true ${DUE} AND NOT turns.is_around ORDER BY ${JOB_TURN} LIMIT 1)
      LIMIT 1
    ) next
    WHERE NOT next.is_around OR next.turn <= $3
  )
  SELECT turn FROM turns OFFSET 1 LIMIT $5::integer`;

/** $4 to $6 are the turns, how many jobs of their receivers run, and how many may begin at most. */
export const BEGIN_JOBS = `
  WITH due AS (
    SELECT turn, running, ring, job.id, row_number() OVER (PARTITION BY ring ORDER BY start_after) AS place
    FROM unnest($4::text[], $5::integer[], $6::integer[])
      WITH ORDINALITY AS wanted (turn, running, most, ring)
    CROSS JOIN LATERAL (
      SELECT id, start_after ${DUE} AND ${JOB_TURN} = wanted.turn
      ORDER BY start_after LIMIT wanted.most FOR UPDATE SKIP LOCKED
    ) job
  ), placed AS (
    SELECT id, ring,
      running + row_number() OVER (PARTITION BY split_part(turn, '/', 1) ORDER BY place, ring) AS place
    FROM due
  ), filled AS (
    SELECT id, place + row_number() OVER (ORDER BY place, ring) AS sum FROM placed
  )
  UPDATE ${JOB_SCHEMA}.job_common
  SET state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
  WHERE name = $1 AND id = ANY (ARRAY(SELECT id FROM filled WHERE sum <= $3::integer + 1))
  RETURNING id, data, expire_seconds AS "expireInSeconds", ${JOB_TURN} AS turn,
    retry_count > 0 AS "isRepeated"`;
