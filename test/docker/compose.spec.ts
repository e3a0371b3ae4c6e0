import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { Client } from 'pg';
import { newSecretKey } from '../../src/common/secret-box.js';
import { VARIABLES } from '../../src/config/variables.js';
import { souk, soukJson } from '../support/command-line.js';
import { ServerProcess } from '../support/server-process.js';
import { startSuperuserServer, type SuperuserServer } from '../support/superuser-server.js';

const FOLDER = new URL('../../docker/', import.meta.url);
const PASSWORDS = ['POSTGRES_PASSWORD', 'SOUK_OWNER_PASSWORD', 'SOUK_APP_PASSWORD'] as const;
/** Set by the image, or by the ports of the file; the operator sets all others. */
const OF_THE_IMAGE = ['PORT', 'HOST', 'SOUK_DATA_DIR'];
/** Set by the file. */
const OF_THE_FILE = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'BASE_URL'];
const DIGEST = /^[a-z]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/;

type Environment = Readonly<Record<string, string>>;

interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly environment: Environment;
  readonly volumes: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<'postgres' | 'pgbouncer' | 'souk', Service>>;
}

let compose: ComposeFile;

beforeAll(async () => {
  compose = load(await readFile(new URL('compose.yaml', FOLDER), 'utf8')) as ComposeFile;
});

/** Substitutes variables as compose does. @throws Error with the file's message for one that is required. */
function interpolated(value: string, given: Environment): string {
  return value.replace(
    /\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g,
    (_, name: string, operator: string | undefined, words: string) => {
      const found = given[name] ?? '';
      if (found !== '' || operator === undefined) return found;
      if (operator === ':-') return words;
      throw new Error(`${name}: ${words}`);
    },
  );
}

/** The environment that compose gives a container. */
function environmentOf(service: keyof ComposeFile['services'], given: Environment): Environment {
  const entries = Object.entries(compose.services[service].environment);
  return Object.fromEntries(entries.map(([name, value]) => [name, interpolated(value, given)]));
}

describe('compose.yaml', () => {
  it('hands every variable on to Souk, and no other', () => {
    const { environment } = compose.services.souk;
    const known = Object.keys(VARIABLES).filter((name) => !OF_THE_IMAGE.includes(name));

    expect(Object.keys(environment).sort()).toEqual(known.sort());
    for (const name of known.filter((one) => !OF_THE_FILE.includes(one))) {
      expect([name, environment[name]]).toEqual([name, `\${${name}:-}`]);
    }
  });

  it.each(PASSWORDS)('starts nothing without %s, and says what to do', (missing) => {
    const given = Object.fromEntries(PASSWORDS.map((name) => [name, name === missing ? '' : 'x']));
    const all = () => (['postgres', 'souk'] as const).map((name) => environmentOf(name, given));

    expect(all).toThrow(new RegExp(`^${missing}: set it in docker/.env`));
  });

  it('gives Souk two roles, and keeps the superuser from it', () => {
    const given = {
      POSTGRES_PASSWORD: 'super',
      SOUK_OWNER_PASSWORD: 'own',
      SOUK_APP_PASSWORD: 'app',
    };
    const environment = environmentOf('souk', given);

    expect(environment).toMatchObject({
      DATABASE_URL: 'postgres://souk_app:app@postgres:5432/souk',
      DATABASE_DIRECT_URL: 'postgres://souk_owner:own@postgres:5432/souk',
    });
    expect(JSON.stringify(environment)).not.toContain('super');
    expect(compose.services.postgres.volumes).toContain(
      './postgres-roles.sql:/docker-entrypoint-initdb.d/postgres-roles.sql:ro',
    );
  });

  it('sends the application through PgBouncer, and only with its profile', async () => {
    const given = { SOUK_APP_PASSWORD: 'app', SOUK_OWNER_PASSWORD: 'own' };
    const text = await readFile(new URL('compose.yaml', FOLDER), 'utf8');
    const lines = [...text.matchAll(/^# {3}((?:COMPOSE|DATABASE)_\w+)=(.+)$/gm)];
    const pooled: Environment = Object.fromEntries(
      lines.map(([, name = '', value = '']) => [name, value] as const),
    );
    const settings = await readFile(new URL('pgbouncer.ini', FOLDER), 'utf8');
    const port = /^listen_port = (\d+)$/m.exec(settings)?.[1] ?? '';

    expect(compose.services.pgbouncer.profiles).toEqual([pooled.COMPOSE_PROFILES]);
    expect(environmentOf('souk', { ...given, ...pooled })).toMatchObject({
      DATABASE_URL: `postgres://souk_app:app@pgbouncer:${port}/souk`,
      DATABASE_DIRECT_URL: 'postgres://souk_owner:own@postgres:5432/souk',
    });
    expect(settings).toMatch(/^pool_mode = transaction$/m);
    expect(environmentOf('pgbouncer', given)).toEqual({ SOUK_APP_PASSWORD: 'app' });
  });

  it('and the Dockerfile name their base images by version and digest', async () => {
    const dockerfile = await readFile(new URL('Dockerfile', FOLDER), 'utf8');
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);

    expect(bases).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
    const node = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1];
    expect(node).toMatch(DIGEST);
    expect(node).toMatch(/^node:24\./);
    const pooler = await readFile(new URL('pgbouncer.Dockerfile', FOLDER), 'utf8');
    expect(/^ARG NODE_IMAGE=(\S+)$/m.exec(pooler)?.[1]).toBe(node);
    expect(compose.services.postgres.image).toMatch(DIGEST);
    expect(compose.services.postgres.image).toMatch(/^postgres:18\./);
  });
});

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
