/**
 * Identifies the state that data was read from. Compare for equality only: a restored backup may have lower numbers.
 */
export interface Revisions {
  /** Raised by every change of the catalog and its rules. */
  readonly catalog: string;
  /** Raised by every change that access checks depend on: tokens, accounts, Allowed IPs, maintenance, webhooks. */
  readonly access: string;
  /** Start time of the database server, as text: after a fail-over, lost changes may leave the same numbers again. */
  readonly server: string;
  /** When the read of these revisions began, by `performance.now()`; a later read is at least as new. */
  readonly at: number;
  /** The database's clock at that time, in seconds since 1970. */
  readonly clock: number;
}

/** The database's clock now, or some milliseconds more, in seconds since 1970. */
export function databaseClock({ at, clock }: Revisions): number {
  return clock + (performance.now() - at) / 1000;
}

/** The triggers that raise the revisions notify this channel. */
export const REVISION_CHANNEL = 'souk_revision';

export const READ_REVISIONS = `
  SELECT catalog_revision.revision AS catalog, access_revision.revision AS access,
         pg_postmaster_start_time()::text AS server,
         extract(epoch FROM clock_timestamp())::float8 AS clock
  FROM catalog_revision, access_revision`;
