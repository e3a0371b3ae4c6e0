import { DatabaseError, type Client } from 'pg';
import type { SessionTarget } from '../../common/postgres-url.js';

/** What a server says about itself. */
export interface ServerState {
  /** True for a standby that has not been promoted. */
  readonly inRecovery: boolean;
  /** True when a new transaction cannot write: on a standby, or by `default_transaction_read_only`. */
  readonly readOnly: boolean;
  /** The same for a primary, its standbys and what they become. Empty where the role may not read it. */
  readonly system: string;
  /** Raised by each promotion; 0 on a standby, and where the role may not read it. */
  readonly timeline: number;
  /** The start time of the server, in seconds since 1970. */
  readonly startedAt: string;
}

const READ_STATE = `
  SELECT pg_is_in_recovery() AS "inRecovery",
         current_setting('transaction_read_only') = 'on' AS "readOnly",
         extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`;

const READ_HISTORY = `${READ_STATE},
         system_identifier::text AS system,
         CASE WHEN pg_is_in_recovery() THEN 0
           ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
         END AS timeline
  FROM pg_control_system()`;

/** SQLSTATE classes of services that keep these functions to themselves: no right, not supported, not available. */
const REFUSED = /^(42|0A|55)/;

/** Asks the server of a connection. */
export async function readServerState(client: Client): Promise<ServerState> {
  try {
    return await firstRow(client, READ_HISTORY);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !REFUSED.test(error.code ?? '')) throw error;
    return { ...(await firstRow(client, READ_STATE)), system: '', timeline: 0 };
  }
}

async function firstRow(client: Client, sql: string): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(sql);
  if (!rows[0]) throw new Error('the server did not say what it is');
  return rows[0];
}

/** True when both are the same server, and it was not promoted in between. */
export function isSameServer(one: ServerState, other: ServerState): boolean {
  return (
    one.system === other.system &&
    one.timeline === other.timeline &&
    one.startedAt === other.startedAt
  );
}

/** True when a server is what `target_session_attrs` asks for. */
export function fits(target: SessionTarget, { inRecovery, readOnly }: ServerState): boolean {
  switch (target) {
    case 'any':
    case 'prefer-standby':
      return true;
    case 'read-write':
      return !readOnly;
    case 'read-only':
      return readOnly;
    case 'primary':
      return !inRecovery;
    case 'standby':
      return inRecovery;
  }
}

/**
 * The place of the server to use among those that were asked: the first one that fits. Of several primaries of one
 * cluster that is the one which was promoted last, because an old primary may live on.
 * @param states undefined for a server that did not answer.
 * @param newest the server that was chosen last: an earlier timeline of its cluster is used only when every server has
 *   answered. Another cluster counts its timelines anew, such as one that the database was moved to.
 */
export function chooseServer(
  states: readonly (ServerState | undefined)[],
  target: SessionTarget,
  newest?: Pick<ServerState, 'system' | 'timeline'>,
): number | undefined {
  const candidates = states.flatMap((state, place) =>
    state && fits(target, state) ? [{ state, place }] : [],
  );
  const standby = candidates.find(({ state }) => state.inRecovery);
  if (target === 'prefer-standby' && standby) return standby.place;
  const [first, ...others] = candidates;
  if (!first || (target !== 'read-write' && target !== 'primary')) return first?.place;
  const best = others
    .filter(({ state }) => state.system === first.state.system)
    .reduce((one, other) => (other.state.timeline > one.state.timeline ? other : one), first);
  const isEarlier = best.state.system === newest?.system && best.state.timeline < newest.timeline;
  return isEarlier && states.includes(undefined) ? undefined : best.place;
}
