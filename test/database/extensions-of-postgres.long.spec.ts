import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { isGranted } from '../../src/database/grants.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { makeDataFolder } from '../support/memory-folder.js';
import { databaseUrl, onServer } from '../support/server-connection.js';
import { asSuperuser } from '../support/superuser-server.js';

it('a shop starts in a database in which a superuser has put an extension of PostgreSQL beside its tables', async () => {
  const parent = await makeDataFolder('souk-beside-');
  const dataDir = join(parent, '.souk');
  await (await startEmbeddedPostgres({ dataDir })).stop();
  await asSuperuser(dataDir, 'CREATE EXTENSION pg_stat_statements');
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    await onServer(server.directUrl, (db) => db.query('CREATE DATABASE beside'));
    const DATABASE_URL = databaseUrl(server.url, 'beside');
    const settings = { DATABASE_URL, DATABASE_DIRECT_URL: databaseUrl(server.directUrl, 'beside') };
    await prepareSchema(settings);
    const { rows } = await onServer(DATABASE_URL, (db) =>
      db.query(`SELECT has_table_privilege('orders', 'INSERT') AS may,
                       has_table_privilege('ledger_entries', 'DELETE') AS deletes,
                       ${isGranted([])} AS granted`),
    );
    expect(rows).toEqual([{ may: true, deletes: false, granted: true }]);
  } finally {
    await server.stop();
    await rm(parent, { recursive: true });
  }
});
