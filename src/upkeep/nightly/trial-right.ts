import { withClient } from '../../database/migrate.js';

const MAY_CREATE = `
  SELECT (rolcreatedb OR rolsuper) AS may FROM pg_roles WHERE rolname = current_user`;

/** True if the role of this address may create databases, as a trial restore has to. */
export async function mayCreateDatabases(url: string): Promise<boolean> {
  const { rows } = await withClient(url, (client) => client.query<{ may: boolean }>(MAY_CREATE));
  return rows[0]?.may === true;
}
