import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { newSecretKey } from '../../src/common/secret-box.js';
import { souk, soukJson } from '../support/command-line.js';
import { ServerProcess } from '../support/server-process.js';
import { startSuperuserServer, type SuperuserServer } from '../support/superuser-server.js';
import { environmentOf, FOLDER, type Environment } from './compose-file.js';

describe('the roles of compose.yaml', () => {
  const given = {
    POSTGRES_PASSWORD: 'super-1',
    SOUK_OWNER_PASSWORD: 'own-1',
    SOUK_APP_PASSWORD: 'app-1',
    SECRET_KEYS: newSecretKey(),
  };
  let postgres: SuperuserServer;

  beforeEach(async () => {
    postgres = await startSuperuserServer();
  });

  afterEach(() => postgres.close());

  async function sql<Row extends object>(url: URL | string, statement: string): Promise<Row[]> {
    const client = new Client({ connectionString: String(url) });
    await client.connect();
    try {
      const result = await client.query<Row>(statement);
      return result.rows;
    } finally {
      await client.end();
    }
  }

  /** Runs the script as psql does: its variables are put in as quoted texts. */
  async function makeRoles(environment: Environment): Promise<void> {
    const variables = new Map<string, string>();
    const lines = (await readFile(new URL('postgres-roles.sql', FOLDER), 'utf8')).split('\n');
    const statements = lines.filter((line) => {
      const [, name, source] = /^\\getenv (\w+) (\w+)$/.exec(line) ?? [];
      if (name !== undefined) variables.set(name, environment[source ?? ''] ?? '');
      return name === undefined;
    });
    const text = statements
      .join('\n')
      .replace(/:'(\w+)'/g, (_, name: string) => `'${variables.get(name) ?? ''}'`);
    await sql(postgres.url, text);
  }

  /** The environment of Souk, with the address of the test's server. */
  function soukEnvironment(): Record<string, string> {
    const place = `@${postgres.url.host}/souk`;
    const entries = Object.entries(environmentOf('souk', given));
    return Object.fromEntries(
      entries.map(([name, value]) => [name, value.replace('@postgres:5432/souk', place)]),
    );
  }

  it('let Souk start and work, as a role that owns nothing', async () => {
    await makeRoles(environmentOf('postgres', given));
    const settings = soukEnvironment();
    const server = await ServerProcess.start(settings);
    try {
      expect((await fetch(`${server.baseUrl}/health/ready`)).status).toBe(200);
      await soukJson(settings, 'account', 'create', 'Acme');
      await soukJson(settings, 'balance', 'deposit', '1', '5');
      const { code, out } = await souk(settings, 'doctor');
      expect(out).toMatch(/^ok +roles: the role souk_app cannot change the ledger$/m);
      expect(out).toMatch(/^ok +secret keys: everything sealed opens under [0-9a-f]{8}$/m);
      expect(code).toBe(0);
      await expect(
        sql(settings.DATABASE_URL!, 'UPDATE ledger_entries SET note = 1'),
      ).rejects.toThrow('permission denied');
      await expect(sql(settings.DATABASE_URL!, 'CREATE TABLE mine ()')).rejects.toThrow(
        'permission denied',
      );
    } finally {
      await server.stop();
    }
  });

  it('take over a shop that ran with one role, which loses its rights over the tables', async () => {
    const before = { DATABASE_URL: postgres.url.href };
    await soukJson(before, 'account', 'create', 'Acme');
    await soukJson(before, 'balance', 'deposit', '1', '5');

    await makeRoles(environmentOf('postgres', given));
    // A second run changes nothing but the passwords.
    await makeRoles(environmentOf('postgres', given));

    const owners = await sql(
      postgres.url,
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
       WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
       UNION SELECT pg_get_userbyid(proowner) FROM pg_proc
       WHERE pronamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
       UNION SELECT pg_get_userbyid(typowner) FROM pg_type
       WHERE typnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
       UNION SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'souk'`,
    );
    expect(owners).toEqual([{ owner: 'souk_owner' }]);
    const settings = soukEnvironment();
    expect(await soukJson(settings, 'balance', 'show', '1')).toMatchObject({ balance: '5' });
    await soukJson(settings, 'balance', 'deposit', '1', '2');
    expect((await souk(settings, 'doctor')).out).toMatch(/^ok +roles/m);
  });
});
