import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CERTIFICATE_FILES } from '../../test/support/certificate-files.js';
import { ConfigError, readSettings } from './souk-config.js';
import { VARIABLES, type Variable } from './variables.js';

type Name = keyof typeof VARIABLES;

/** What "souk secret-key" could print. */
const KEY = Buffer.alloc(32).toString('base64');

describe('secrets in files', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const secrets = Object.entries<Variable<unknown>>(VARIABLES).filter(([, one]) => one.isSecret);

  it('are those that hold a password or a key', () => {
    expect(secrets.map(([name]) => name)).toEqual([
      ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'],
      'SECRET_KEYS',
    ]);
  });

  it.each(secrets)('%s is read from the file that is named', async (name, { read }) => {
    const text = name === 'SECRET_KEYS' ? KEY : 'postgres://souk:secret@db/souk';
    const value = read(text);
    const path = join(folder, 'secret');
    await writeFile(path, `${text}\n`);
    expect(readSettings({ [`${name}_FILE`]: path })[name as Name]).toEqual(value);
    expect(readSettings({ [name]: text, [`${name}_FILE`]: ' ' })[name as Name]).toEqual(value);
    expect(() => readSettings({ [name]: text, [`${name}_FILE`]: path })).toThrow(
      new ConfigError(`${name} and ${name}_FILE are both set; leave one of them out.`),
    );
  });

  it('must be there, and not empty', async () => {
    const path = join(folder, 'secret');
    expect(() => readSettings({ SECRET_KEYS_FILE: path })).toThrow(
      new ConfigError(`SECRET_KEYS_FILE must name a file; ${path} cannot be read (ENOENT).`),
    );
    await writeFile(path, '\n');
    expect(() => readSettings({ SECRET_KEYS_FILE: path })).toThrow(
      new ConfigError(`SECRET_KEYS_FILE must name a file that is not empty; it names ${path}.`),
    );
  });

  it('are of these variables alone', () => {
    expect(readSettings({ PORT_FILE: '/nowhere' }).PORT).toBe(3000);
  });
});

describe('addresses of the database', () => {
  it('reads from the environment of libpq, too, what an address leaves open about TLS', () => {
    const { authority, other } = CERTIFICATE_FILES;
    const given = { PGSSLMODE: 'verify-ca', PGSSLROOTCERT: other, DATABASE_CA_FILE: authority };
    const tlsOf = (url: string, more: object = given) => {
      const { DATABASE_URL = '' } = readSettings({ DATABASE_URL: url, ...more });
      const parameters = new URLSearchParams(DATABASE_URL.slice(url.length).replace(/^[?&]/, ''));
      return [parameters.get('sslmode'), parameters.get('sslrootcert')];
    };

    expect(tlsOf('postgres://db/souk')).toEqual(['verify-ca', authority]);
    expect(tlsOf('postgres://a:1,b:2/souk?a=b', { PGSSLROOTCERT: other })).toEqual([null, other]);
    expect(tlsOf('postgres://db/souk', { PGSSLMODE: '' })).toEqual([null, null]);
    const complete = { DATABASE_URL: 'postgres://db/souk?sslmode=disable&sslrootcert=/none' };
    expect(() => readSettings({ ...complete, PGSSLMODE: 'require' })).not.toThrow();
  });

  it('says of each address what is wrong about its TLS', () => {
    const url = 'postgres://souk:secret@db/souk';
    const wrong = {
      DATABASE_URL: `${url}?sslmode=full`,
      DATABASE_DIRECT_URL: `${url}?sslrootcert=/nowhere/ca.crt`,
      DATABASE_REPLICA_URL: `${url}?sslmode=verify-ca`,
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => readSettings({ [name]: value })).toThrow(
        new RegExp(`^${name} must (?!.*secret).+\\.$`),
      );
    }
  });
});
