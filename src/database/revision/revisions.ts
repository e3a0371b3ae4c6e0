/** Which state of the shop something was read from. Compared for equality only: a restored backup may count anew. */
export interface Revisions {
  /** Raised with every change of the catalog and of the rules on it. */
  readonly catalog: string;
  /** Raised with every change of what the door decides on: tokens, accounts, Allowed IPs, maintenance, webhooks. */
  readonly access: string;
  /** When the server began, as text: another one may have lost changes, and count them anew. */
  readonly server: string;
  /** When their reading began, by `performance.now()`; what was read later is at least as new. */
  readonly at: number;
  /** What the clock of the database said then, in seconds since 1970. */
  readonly clock: number;
}

/** What the clock of the database says now, or some milliseconds more; in seconds since 1970. */
export function databaseClock({ at, clock }: Revisions): number {
  return clock + (performance.now() - at) / 1000;
}

/** Raised by triggers, which also notify this channel. */
export const REVISION_CHANNEL = 'souk_revision';

export const READ_REVISIONS = `
  SELECT catalog_revision.revision AS catalog, access_revision.revision AS access,
         pg_postmaster_start_time()::text AS server,
         extract(epoch FROM clock_timestamp())::float8 AS clock
  FROM catalog_revision, access_revision`;
