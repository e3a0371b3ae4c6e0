import type { Pool } from 'pg';

/** True if a caller would get a connection of the pool at once, and nobody waits for one. */
export function hasFreeConnection({ idleCount, totalCount, waitingCount, options }: Pool): boolean {
  return waitingCount === 0 && (idleCount > 0 || totalCount < options.max);
}
