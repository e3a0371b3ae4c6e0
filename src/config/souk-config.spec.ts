import { CERTIFICATE_FILES } from '../../test/support/certificate-files.js';
import { configFor, ConfigError, readSettings } from './souk-config.js';
import { VARIABLES } from './variables.js';

type Name = keyof typeof VARIABLES;

interface VariableCase {
  readonly default: unknown;
  readonly good: readonly (readonly [text: string, value: unknown])[];
  /** Undefined where every text is good. */
  readonly wrong: readonly string[];
}

const same = (...texts: string[]): (readonly [string, string])[] =>
  texts.map((text) => [text, text]);

/** What "souk secret-key" could print. */
const KEY = Buffer.alloc(32).toString('base64');

const CASES: Record<Name, VariableCase> = {
  PORT: {
    default: 3000,
    good: [
      ['0', 0],
      ['8080', 8080],
      [' 65535 ', 65_535],
    ],
    wrong: ['65536', '-1', '80.5', '0x50', '1e3', 'http', '99999999999'],
  },
  HOST: { default: undefined, good: same('0.0.0.0', '::1', 'localhost'), wrong: [] },
  BASE_URL: {
    default: undefined,
    good: [
      ['https://shop.example/', 'https://shop.example'],
      ['http://shop.example:8080/souk//', 'http://shop.example:8080/souk'],
    ],
    wrong: [
      'shop.example',
      'ftp://shop.example',
      'https://shop.example/?a=1',
      'https://a/#b',
      'https://',
    ],
  },
  DATABASE_URL: {
    default: undefined,
    good: same(
      'postgres://souk:secret@db:5432/souk',
      'postgresql://db/souk?sslmode=require',
      'postgres://souk:secret@db1:5432,db2:5433/souk?target_session_attrs=primary',
    ),
    wrong: [
      ...['mysql://db/souk', 'postgres://db', 'postgres://db/', 'souk', 'postgres://db1,/souk'],
      'postgres://db/souk?target_session_attrs=master',
    ],
  },
  DATABASE_DIRECT_URL: {
    default: undefined,
    good: same('postgres://owner:secret@db:5432/souk'),
    wrong: ['mysql://souk@db/souk', 'db'],
  },
  DATABASE_REPLICA_URL: {
    default: undefined,
    good: same('postgres://owner:secret@db:5432/souk'),
    wrong: ['mysql://souk@db/souk', 'db'],
  },
  DATABASE_CA_FILE: {
    default: undefined,
    good: same(CERTIFICATE_FILES.authority),
    wrong: ['/nowhere/ca.crt', 'package.json', '.'],
  },
  DATABASE_POOL_SIZE: {
    default: 10,
    good: [
      ['2', 2],
      ['500', 500],
    ],
    wrong: ['1', '501', 'many'],
  },
  WORKERS: {
    default: 1,
    good: [
      ['2', 2],
      ['auto', 'auto'],
    ],
    wrong: ['0', '65', '2.0', 'all'],
  },
  SOUK_DATA_DIR: { default: '.souk', good: same('/var/lib/souk'), wrong: [] },
  BACKUP_DIR: { default: undefined, good: same('/backups', 'off'), wrong: [] },
  TRUST_PROXY: {
    default: [],
    good: [
      ['loopback', ['loopback']],
      ['10.0.0.0/8, ::1,uniquelocal,', ['10.0.0.0/8', '::1', 'uniquelocal']],
    ],
    wrong: ['true', '10.0.0.0/33', 'loopback proxy', 'fe80::1%eth0', '::ffff:127.1', '127.1'],
  },
  LOG_LEVEL: { default: 'info', good: same('trace', 'silent'), wrong: ['INFO', 'verbose'] },
  ERROR_HTTP_STATUS: {
    default: 'semantic',
    good: same('semantic', 'always-200', 'orders-200'),
    wrong: ['200', 'always200', 'orders200'],
  },
  ORDER_UUID: { default: 'uuid', good: same('uuid', 'opaque'), wrong: ['any', 'UUID'] },
  SHUTDOWN_DELAY: {
    default: undefined,
    good: [
      ['0', 0],
      ['15', 15],
    ],
    wrong: ['16', '-1', 'x'],
  },
  SECRET_KEYS: {
    default: [],
    good: [[`${KEY},${KEY}`, [Buffer.alloc(32), Buffer.alloc(32)]]],
    wrong: ['short', `${KEY},x`, 'A'.repeat(44)],
  },
  LOCALES_DIR: { default: undefined, good: same('/locales'), wrong: [] },
  SOUK_EXTENSIONS: {
    default: [],
    good: [['acme-souk, ./ext/acme.js', ['acme-souk', './ext/acme.js']]],
    wrong: [],
  },
  FULFILLMENT_MODULES: {
    default: [],
    good: [['handlers/a.js, /b.js', ['handlers/a.js', '/b.js']]],
    wrong: [],
  },
  METRICS_PORT: { default: undefined, good: [['9464', 9464]], wrong: ['65536', '-1', 'on'] },
  METRICS_HOST: { default: '127.0.0.1', good: same('0.0.0.0', '::1'), wrong: ['metrics.local'] },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: undefined,
    good: [['http://collector:4318/', 'http://collector:4318']],
    wrong: ['collector:4318', 'grpc://collector'],
  },
  SENTINEL_INTERVAL: { default: 30, good: [['5', 5]], wrong: ['0', '0.5', '86401', 'never'] },
  SEARCH_KEPT_DAYS: { default: 0, good: [['400', 400]], wrong: ['-1', '0.5', '36501', 'ever'] },
  CATALOG_CACHE_MB: { default: 256, good: [['1', 1]], wrong: ['0', '1.5', '65537', 'all'] },
  PICTURES_MB: { default: 1_000, good: [['1', 1]], wrong: ['0', '1.5', '1000001', 'all'] },
  WEBHOOK_ALLOW_PRIVATE: { default: 'off', good: same('off', 'on'), wrong: ['true', 'On'] },
  MAX_CONNECTIONS: { default: 5_000, good: [['100', 100]], wrong: ['9', 'many'] },
  MAX_ACCOUNT_REQUESTS: { default: 100, good: [['1', 1]], wrong: ['0', '-1'] },
  MAX_ACCOUNT_REQUESTS_PER_MINUTE: {
    default: 0,
    good: [
      ['0', 0],
      ['600', 600],
    ],
    wrong: ['-1', '0.5', '1000001', 'none'],
  },
  MAX_ACCOUNT_CHECKS_PER_MINUTE: {
    default: 0,
    good: [
      ['0', 0],
      ['60', 60],
    ],
    wrong: ['-1', '0.5', '1000001', 'none'],
  },
  MAX_ACCOUNT_ORDERS_PER_MINUTE: {
    default: 0,
    good: [
      ['0', 0],
      ['60', 60],
    ],
    wrong: ['-1', '0.5', '1000001', 'none'],
  },
  HEADERS_TIMEOUT_SECONDS: { default: 15, good: [['5', 5]], wrong: ['0', '301', '1.5'] },
  REQUEST_TIMEOUT_SECONDS: { default: 20, good: [['5', 5]], wrong: ['0', '301'] },
  WRITE_TIMEOUT_SECONDS: { default: 30, good: [['5', 5]], wrong: ['0', '301'] },
  UNSENT_ANSWERS_MB: { default: 256, good: [['64', 64]], wrong: ['0', '65537'] },
  CONSOLE: { default: 'on', good: [['off', 'off']], wrong: ['yes', 'OFF'] },
  ERASE_ORDERS_AFTER_DAYS: { default: 0, good: [['730', 730]], wrong: ['-1', '36501', '1.5'] },
  CORS_ORIGINS: {
    default: [],
    good: [
      ['https://shop.example', ['https://shop.example']],
      ['https://a.example, http://localhost:5173', ['https://a.example', 'http://localhost:5173']],
    ],
    wrong: ['*', 'https://shop.example/', 'shop.example', 'https://a.example,null'],
  },
};

const NAMES = Object.keys(CASES) as Name[];

describe('readSettings', () => {
  it('knows these variables and no others', () => {
    expect(Object.keys(readSettings({ NODE_ENV: 'x' })).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('%s has its default when unset, empty or blank', (name) => {
    for (const environment of [{}, { [name]: '' }, { [name]: ' ' }]) {
      expect(readSettings(environment)[name]).toEqual(CASES[name].default);
    }
  });

  it.each(NAMES.flatMap((name) => CASES[name].good.map(([text, value]) => [name, text, value])))(
    '%s=%j is taken',
    (name, text, value) => {
      expect(readSettings({ [name as Name]: text as string })[name as Name]).toEqual(value);
    },
  );

  it.each(NAMES.flatMap((name) => CASES[name].wrong.map((text) => [name, text] as const)))(
    '%s=%j is refused in one sentence that names the variable',
    (name, text) => {
      expect(() => readSettings({ [name]: text })).toThrow(ConfigError);
      expect(() => readSettings({ [name]: text })).toThrow(new RegExp(`^${name} must .+\\.$`));
    },
  );

  it('never shows what may hold a password, and shortens what it shows', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://souk:secret@db/souk' })).toThrow(
      /^(?!.*secret)/,
    );
    expect(() => readSettings({ PORT: '9'.repeat(5_000) })).toThrow(/^.{1,200}$/);
  });

  it('shows strange characters without printing them', () => {
    expect(() => readSettings({ LOG_LEVEL: 'a\nb' })).toThrow(/^[^\n]*$/);
  });
});

describe('every variable', () => {
  it.each(Object.entries(VARIABLES))('%s has a sentence for the README', (_, { sentence }) => {
    expect(sentence).toMatch(/^\S.*\.$/);
  });
});

describe('configFor', () => {
  const EMBEDDED = {
    url: 'postgres://souk_app:x@127.0.0.1:5433/souk',
    directUrl: 'postgres://souk:x@127.0.0.1:5433/souk',
  };

  it('shows an embedded shop to this machine only', () => {
    expect(configFor(readSettings({ PORT: '8080' }), EMBEDDED)).toMatchObject({
      DATABASE_URL: EMBEDDED.url,
      DATABASE_DIRECT_URL: EMBEDDED.directUrl,
      HOST: '127.0.0.1',
      BASE_URL: 'http://localhost:8080',
      SHUTDOWN_DELAY: 1,
      databaseMayFailOver: false,
    });
  });

  it('shows a shop with a database of its own to all', () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://db/souk' });

    expect(configFor(settings, undefined)).toMatchObject({
      DATABASE_URL: 'postgres://db/souk',
      DATABASE_DIRECT_URL: 'postgres://db/souk',
      HOST: '::',
      SHUTDOWN_DELAY: 8,
      databaseMayFailOver: true,
    });
  });

  it('does what HOST, BASE_URL and SHUTDOWN_DELAY say', () => {
    const given = { HOST: '0.0.0.0', BASE_URL: 'https://shop.example', SHUTDOWN_DELAY: '0' };

    expect(configFor(readSettings(given), EMBEDDED)).toMatchObject({
      HOST: '0.0.0.0',
      BASE_URL: 'https://shop.example',
      SHUTDOWN_DELAY: 0,
    });
  });

  it('encrypts with the first key of SECRET_KEYS, and decrypts with that of the embedded database, too', () => {
    const [newest, older, embedded] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
    const text = [newest, older].map((key) => key!.toString('base64')).join();
    const secretKeys = { path: '/keys', keys: [embedded!, older!] };

    expect(
      configFor(readSettings({ SECRET_KEYS: text }), { ...EMBEDDED, secretKeys }).SECRET_KEYS,
    ).toEqual([newest, older, embedded]);
  });

  it('needs some database', () => {
    expect(() => configFor(readSettings({}), undefined)).toThrow('DATABASE_URL is not set.');
  });
});
