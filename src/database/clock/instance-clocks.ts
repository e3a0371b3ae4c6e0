import type { EntityManager } from 'typeorm';
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
