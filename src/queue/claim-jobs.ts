import { JOB_SCHEMA, JOB_TURN } from './job-schema.js';

/** A job that has begun. */
export interface ClaimedJob {
  readonly id: string;
  readonly data: object;
  readonly expireInSeconds: number;
  /** Whose it is, as in `JOB_TURN`. */
  readonly turn: string;
}

/** Which jobs are to begin. */
export interface WantedJobs {
  readonly queue: string;
  readonly priority: number;
  /** Only those of turns behind this one. */
  readonly after: string;
  /** The number of free slots. */
  readonly free: number;
  /** How many jobs of a receiver run already. */
  readonly running: Readonly<Record<string, number>>;
  /** Receivers that get nothing. */
  readonly excluded: readonly string[];
  /** Receivers that get one job at most. */
  readonly single: readonly string[];
}

/** The receiver of a turn. */
export function receiverOfTurn(turn: string): string {
  return turn.split('/', 1)[0] ?? '';
}

/** The values of CLAIM_JOBS. */
export function claimValues(wanted: WantedJobs): unknown[] {
  const { queue, priority, after, free, running, excluded, single } = wanted;
  return [queue, priority, after, free, JSON.stringify(running), excluded, single];
}

const WAITING = `FROM ${JOB_SCHEMA}.job_common WHERE name = $1 AND priority = $2 AND state < 'active'`;

/**
 * Begins due jobs, as the library's `fetch` does, but in turns. It jumps from turn to turn in an index, so it never reads
 * what else waits in them, nor what is behind the turns that fill the slots. Jobs of the receivers that have the fewest at
 * work come first, and a receiver gets as many slots as there are free ones beside: alone it gets half, and n receivers
 * without end leave one part in n + 1 to others.
 */
export const CLAIM_JOBS = `
  WITH RECURSIVE heads AS (
    (SELECT ${JOB_TURN} AS turn, start_after ${WAITING} AND ${JOB_TURN} > $3
     ORDER BY ${JOB_TURN}, start_after LIMIT 1)
    UNION ALL
    SELECT head.* FROM heads CROSS JOIN LATERAL (
      SELECT ${JOB_TURN} AS turn, start_after ${WAITING} AND ${JOB_TURN} > heads.turn
      ORDER BY ${JOB_TURN}, start_after LIMIT 1
    ) head
  ), turns AS (
    SELECT turn, receiver, running, receiver = ANY ($7::text[]) AS is_single
    FROM heads, split_part(turn, '/', 1) AS receiver,
      COALESCE(($5::jsonb ->> receiver)::integer, 0) AS running
    WHERE start_after <= now() AND running < $4::integer AND receiver <> ALL ($6::text[])
    LIMIT $4
  ), due AS (
    SELECT turns.*, job.id, row_number() OVER (PARTITION BY turn ORDER BY start_after) AS place
    FROM turns CROSS JOIN LATERAL (
      SELECT id, start_after ${WAITING} AND ${JOB_TURN} = turns.turn AND start_after <= now()
      ORDER BY start_after LIMIT ($4 - running + 1) / 2 FOR UPDATE SKIP LOCKED
    ) job
  ), placed AS (
    SELECT id, turn, is_single,
      running + row_number() OVER (PARTITION BY receiver ORDER BY place, turn) AS place
    FROM due
  ), filled AS (
    SELECT id, place, row_number() OVER (ORDER BY place, turn) AS position
    FROM placed WHERE place = 1 OR NOT is_single
  )
  UPDATE ${JOB_SCHEMA}.job_common
  SET state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
  WHERE name = $1 AND id = ANY (ARRAY(SELECT id FROM filled WHERE place + position <= $4::integer + 1))
  RETURNING id, data, expire_seconds AS "expireInSeconds", ${JOB_TURN} AS turn`;
