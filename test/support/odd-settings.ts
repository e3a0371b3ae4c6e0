import { onServer } from './server-connection.js';
import type { TestDatabase } from './test-database.js';

const ODD = {
  datestyle: 'SQL, DMY',
  timezone: 'Asia/Kathmandu',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
};

/** Has sessions of the database that begin later write their values in other forms than the usual ones. */
export async function makeOdd({ directUrl }: Pick<TestDatabase, 'directUrl'>): Promise<void> {
  const name = new URL(directUrl).pathname.slice(1);
  const statements = Object.entries(ODD).map(
    ([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = '${value}'`,
  );
  await onServer(directUrl, (client) => client.query(statements.join(';')));
}
