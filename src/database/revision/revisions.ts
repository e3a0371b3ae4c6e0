/**
 * Identifies the state that data was read from. Compare for equality only. A revision is a number with a nonce that is
 * renewed with each change, so it is never the same again after changes were lost: not after a failover either, when
 * later changes repeat the numbers of the lost ones.
 */
export interface Revisions {
  /** Changes with every change of the catalog and its rules. */
  readonly catalog: string;
  /** Changes with all that access checks depend on: tokens, accounts, Allowed IPs, maintenance, webhooks. */
  readonly access: string;
  /** See `current_database_history` in the migrations. While it is the same, no committed change was lost. */
  readonly history: string;
  /** True while the switch of request forms is on. */
  readonly otherForms: boolean;
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

/** SQL for the revision in a row of one of the tables of revisions. */
export function revisionIn(table: 'catalog_revision' | 'access_revision'): string {
  return `${table}.revision || ':' || ${table}.nonce`;
}

/** A revision in its parts, as SQL parameters. */
export function partsOf(revision: string): [number: string, nonce: string] {
  const [number = '', nonce = ''] = revision.split(':');
  return [number, nonce];
}

export const READ_HISTORY = 'SELECT current_database_history() AS history';

/** Not by a join, whose size PostgreSQL would overestimate a millionfold as long as the tables were not analyzed. */
export const READ_REVISIONS = `
  SELECT (SELECT ${revisionIn('catalog_revision')} FROM catalog_revision) AS catalog,
         (SELECT ${revisionIn('access_revision')} FROM access_revision) AS access,
         current_database_history() AS history,
         (SELECT state = 'on' FROM request_forms) AS "otherForms",
         extract(epoch FROM clock_timestamp())::float8 AS clock`;
