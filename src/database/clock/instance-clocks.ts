import type { EntityManager } from 'typeorm';
import { FORMER_WATCH_NAME } from '../revision/revision-listener.js';
import { clockVerdict, type ClockVerdict, type InstanceClock } from './clock-verdict.js';

/** What the instances have found within the last minutes. @returns undefined when the clocks agree */
export async function verdictOfInstances(
  manager: EntityManager,
): Promise<ClockVerdict | undefined> {
  return clockVerdict(await manager.query<InstanceClock[]>(INSTANCES));
}

/** Two that follow each other may be missing. */
const INSTANCES = `
  SELECT host, offset_ms::float8 AS "offsetMs" FROM instance_clocks
  WHERE seen_at > now() - interval '150 seconds' ORDER BY host, id`;

/**
 * SQL for when an instance of the release before was seen, which names no release; null for never. Releases that have no
 * clocks to note are known by the connection on which they watch the revisions.
 */
export const SEEN_OF_RELEASE_BEFORE = `
  greatest((SELECT max(seen_at) FROM instance_clocks WHERE release IS NULL),
    (SELECT max(now()) FROM pg_stat_activity
     WHERE application_name = '${FORMER_WATCH_NAME}' AND datname = current_database()))`;
