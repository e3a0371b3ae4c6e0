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
      ...(await grantsIn(client, ['public', ...schemas])).map((grant) => `${grant} TO ${role}`),
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
  const within = withinSchemas(['public', ...schemas]);
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
    SELECT FROM pg_class WHERE relnamespace ${within} AND ${isOurs('pg_class')} AND NOT CASE
      WHEN relkind = 'S' THEN ${may('sequence', 'USAGE', 'SELECT', 'UPDATE')}
      WHEN relkind NOT IN ('r', 'p') THEN true
      WHEN ${fixed} THEN ${may('table', 'SELECT', 'INSERT')}
        AND NOT (has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE'))
      ELSE ${may('table', 'SELECT', 'INSERT', 'UPDATE', 'DELETE')} END
  ) AND NOT EXISTS (
    SELECT FROM pg_proc
    WHERE pronamespace ${within} AND ${isOurs('pg_proc')} AND NOT ${may('function', 'EXECUTE')}
  ) ${columns.join(' ')}`;
}

/** What a role has to be granted in schemas, without the role. */
async function grantsIn(client: Client, schemas: readonly string[]): Promise<string[]> {
  const within = withinSchemas(schemas);
  const { rows } = await client.query<{ grants: string }>(`
    SELECT format('GRANT %s ON %s %s', CASE kind
             -- The restore of a backup sets sequences.
             WHEN 'SEQUENCE' THEN 'USAGE, SELECT, UPDATE'
             WHEN 'FUNCTION' THEN 'EXECUTE'
             ELSE 'SELECT, INSERT, UPDATE, DELETE' END,
           kind, string_agg(name, ', ')) AS grants
    FROM (
      SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, oid::regclass::text AS name
      FROM pg_class
      WHERE relnamespace ${within} AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND ${isOurs('pg_class')}
      UNION ALL
      SELECT 'FUNCTION', oid::regprocedure::text FROM pg_proc
      WHERE pronamespace ${within} AND prokind <> 'p' AND ${isOurs('pg_proc')}
    ) object GROUP BY kind`);
  return [
    ...schemas.map((schema) => `GRANT USAGE ON SCHEMA ${schema}`),
    ...rows.map(({ grants }) => grants),
  ];
}

function withinSchemas(schemas: readonly string[]): string {
  return `IN (${schemas.map((name) => `'${name}'::regnamespace`).join()})`;
}

/** Extensions of PostgreSQL, such as pg_stat_statements, often stand in the same schema, but belong to a superuser. */
function isOurs(catalog: 'pg_class' | 'pg_proc'): string {
  return `NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = ${catalog}.oid AND deptype = 'e')`;
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
