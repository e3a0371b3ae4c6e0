import { readFile } from 'node:fs/promises';
import { VARIABLES } from '../../src/config/variables.js';
import { compose, environmentOf, FOLDER, type Environment } from './compose-file.js';

const PASSWORDS = ['POSTGRES_PASSWORD', 'SOUK_OWNER_PASSWORD', 'SOUK_APP_PASSWORD'] as const;
/** Set by the image, or by the ports of the file; the operator sets all others. */
const OF_THE_IMAGE = ['PORT', 'HOST', 'SOUK_DATA_DIR'];
/** Set by the file. */
const OF_THE_FILE = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'BACKUP_DIR', 'BASE_URL'];
const DIGEST = /^[a-z]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/;

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
