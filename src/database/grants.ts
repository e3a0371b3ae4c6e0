import { Client } from 'pg';

/** Tables that the application may add to but never change, and those of their columns that it may. */
const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = {
  ledger_entries: [],
  audit_entries: ['outcome', 'finished_at'],
};

/** Instances that start together take turns: grants at the same moment fail. Any number will do. */
const GRANT_LOCK = 7_236_143;

/** A host that drops packets would otherwise keep the start silent for minutes; in milliseconds. */
const CONNECTION_WAIT = 10_000;

/**
 * Gives the role of DATABASE_URL what the application needs and no more, at every start, since tables may be new.
 * Nothing is done when it is the owner itself.
 * @param schemas whole schemas that it works in besides our tables.
 */
export async function grantToApplication(
  directUrl: string,
  url: string,
  schemas: readonly string[],
): Promise<void> {
  if (directUrl === url) return;
  // Asked, not read from the address: a pooler may map the user to another.
  const role = await withClient(url, nameOfRole);
  await withClient(directUrl, async (client) => {
    if ((await nameOfRole(client)) === role) return;
    const statements = [
      ...['public', ...schemas].flatMap((schema) => schemaGrants(schema, role)),
      ...Object.entries(APPEND_ONLY).flatMap((table) => appendOnlyGrants(...table, role)),
    ];
    // One transaction: never a moment in which the ledger could be changed.
    await client.query(
      `BEGIN; SELECT pg_advisory_xact_lock(${GRANT_LOCK}); ${statements.join('; ')}; COMMIT`,
    );
  });
}

function schemaGrants(schema: string, role: string): string[] {
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    // To restore a backup, sequences are set.
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

/** Quoted for use in a statement. */
async function nameOfRole(client: Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('SELECT quote_ident(current_user) AS role');
  return rows[0]?.role ?? '';
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'souk migrate',
    connectionTimeoutMillis: CONNECTION_WAIT,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
