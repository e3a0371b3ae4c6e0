import type { Client } from 'pg';
import { withClient } from './migrate.js';

/** Tables in which the application may insert rows, but update only these columns, and delete nothing. */
const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = {
  ledger_entries: [],
  account_events: [],
  audit_entries: ['outcome', 'finished_at', 'before', 'after'],
};

/** Serializes the grants of instances that start together, since concurrent grants fail. The number is arbitrary. */
const GRANT_LOCK = 7_236_143;

/**
 * Grants the role of DATABASE_URL the privileges that the application needs, and no others. It runs at every start,
 * since tables may be new. It does nothing when that role is the owner of the tables.
 * @param schemas further schemas besides that of our tables.
 */
export async function grantToApplication(
  directUrl: string,
  url: string,
  schemas: readonly string[],
): Promise<void> {
  if (directUrl === url) return;
  // The server is asked, because a pooler may map the user of the address to another one.
  const role = await withClient(url, nameOfRole);
  await withClient(directUrl, async (client) => {
    if ((await nameOfRole(client)) === role) return;
    const statements = [
      ...['public', ...schemas].flatMap((schema) => schemaGrants(schema, role)),
      ...Object.entries(APPEND_ONLY).flatMap((table) => appendOnlyGrants(...table, role)),
    ];
    // One transaction, so that the ledger is append-only at all times.
    await client.query(
      `BEGIN; SELECT pg_advisory_xact_lock(${GRANT_LOCK}); ${statements.join('; ')}; COMMIT`,
    );
  });
}

/**
 * SQL that is true when `grantToApplication` would change nothing for the current role.
 * @param schemas as there.
 */
export function isGranted(schemas: readonly string[]): string {
  const within = `IN (${['public', ...schemas].map((name) => `'${name}'::regnamespace`).join()})`;
  const may = (kind: string, ...privileges: readonly string[]): string =>
    privileges.map((one) => `has_${kind}_privilege(oid, '${one}')`).join(' AND ');
  const fixed = `relname IN (${Object.keys(APPEND_ONLY)
    .map((table) => `'${table}'`)
    .join()})`;
  const columns = Object.entries(APPEND_ONLY).flatMap(([table, names]) =>
    names.map((name) => `AND has_column_privilege('${table}', '${name}', 'UPDATE')`),
  );
  return `(
    SELECT pg_get_userbyid(relowner) = current_user FROM pg_class WHERE oid = 'ledger_entries'::regclass
  ) OR NOT EXISTS (
    SELECT FROM pg_class WHERE relnamespace ${within} AND NOT CASE
      WHEN relkind = 'S' THEN ${may('sequence', 'USAGE', 'SELECT', 'UPDATE')}
      WHEN relkind NOT IN ('r', 'p') THEN true
      WHEN ${fixed} THEN ${may('table', 'SELECT', 'INSERT')}
        AND NOT (has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE'))
      ELSE ${may('table', 'SELECT', 'INSERT', 'UPDATE', 'DELETE')} END
  ) AND NOT EXISTS (
    SELECT FROM pg_proc WHERE pronamespace ${within} AND NOT ${may('function', 'EXECUTE')}
  ) ${columns.join(' ')}`;
}

function schemaGrants(schema: string, role: string): string[] {
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    // The restore of a backup sets sequences.
    `GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`,
  ];
}

function appendOnlyGrants(table: string, columns: readonly string[], role: string): string[] {
  return [
    `REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${role}`,
    ...(columns.length > 0 ? [`GRANT UPDATE (${columns.join()}) ON ${table} TO ${role}`] : []),
  ];
}

/** The current role, quoted for use in a statement. */
async function nameOfRole(client: Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('SELECT quote_ident(current_user) AS role');
  return rows[0]?.role ?? '';
}
