import { DatabaseError } from 'pg';
import { withClient } from './migrate.js';

/**
 * Settings by which a server process notices within seconds that its client is gone, also while it waits for a lock or
 * for the next statement of a transaction; and no compilation of statements: PostgreSQL takes small tables that were never
 * analyzed, such as the revisions, for large ones, and would compile for a tenth of a second at each read of them.
 */
const SESSION_DEFAULTS: Readonly<Record<string, string>> = {
  jit: 'off',
  client_connection_check_interval: '1s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** SQL that is true when `setSessionDefaults` would change nothing for the current role. */
export const HAS_SESSION_DEFAULTS = `NOT EXISTS (
  SELECT FROM pg_settings
  WHERE name IN ('${Object.keys(SESSION_DEFAULTS).join("', '")}') AND source = 'default')`;

/** Serializes instances that start together, since concurrent changes of a role fail. The number is arbitrary. */
const ROLE_LOCK = 7_236_149;

/**
 * Sets these settings for the role of the application in this database, for its sessions from now on. They belong to the
 * role, because a pooler passes no settings of a session on. What an operator has set elsewhere stays as it is.
 */
export async function setSessionDefaults(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; change: string }>(UNSET, [
      Object.keys(SESSION_DEFAULTS),
    ]);
    for (const { name, change } of rows) {
      const statement = `${change} = '${SESSION_DEFAULTS[name] ?? ''}'`;
      try {
        await client.query(
          `BEGIN; SELECT pg_advisory_xact_lock(${ROLE_LOCK}); ${statement}; COMMIT`,
        );
      } catch (error) {
        // Windows knows no interval, for example. The limits of transactions hold nevertheless.
        if (!(error instanceof DatabaseError)) throw error;
        await client.query('ROLLBACK');
      }
    }
  });
}

const UNSET = `
  SELECT name, format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %s', current_database(), name) AS change
  FROM pg_settings WHERE name = ANY ($1) AND source = 'default'`;
