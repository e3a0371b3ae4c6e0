import { ERROR_STATUS_MODES } from '../common/http/souk-request.js';
import { LOG_LEVELS } from '../common/logger.js';
import {
  authorityFile,
  httpUrl,
  integer,
  listenAddress,
  oneOf,
  origins,
  names,
  postgresUrl,
  secretKeys,
  text,
  trustedProxies,
  workers,
  type Reader,
} from './variable-readers.js';

/**
 * Which idempotency keys newOrder accepts: `uuid`, or `opaque`, which also accepts any short printable text, because
 * many deployed clients send such keys.
 */
export const ORDER_UUID_MODES = ['uuid', 'opaque'] as const;
export type OrderUuidMode = (typeof ORDER_UUID_MODES)[number];

export interface Variable<T> {
  readonly read: Reader<T>;
  /** Undefined where an unset variable has a meaning of its own. */
  readonly default: T;
  /** What the variable does; the README's table repeats it. */
  readonly sentence: string;
  /** True where the value may be in a file, which the variable of this name with _FILE at its end names. */
  readonly isSecret?: boolean;
}

const variable = <T>(read: Reader<T>, fallback: T, sentence: string): Variable<T> => ({
  read,
  default: fallback,
  sentence,
});

const secret = <T>(...given: Parameters<typeof variable<T>>): Variable<T> => ({
  ...variable(...given),
  isSecret: true,
});

/**
 * Every environment variable of Souk; nothing else is read from the environment, except that secrets may be in files,
 * and what the driver takes from those of libpq.
 */
export const VARIABLES = {
  PORT: variable(integer(0, 65_535), 3000, 'Port of the HTTP server.'),
  HOST: variable<string | undefined>(
    listenAddress,
    undefined,
    'Address to listen on; 127.0.0.1 with the embedded database, else all addresses.',
  ),
  BASE_URL: variable<string | undefined>(
    httpUrl,
    undefined,
    'Public address of the shop, used in image links and in the integration answer; http://localhost:PORT if unset.',
  ),
  DATABASE_URL: secret<string | undefined>(
    postgresUrl,
    undefined,
    'PostgreSQL 14 or newer, at one host or several (host1:5432,host2:5432); without it an embedded PostgreSQL is started.',
  ),
  DATABASE_DIRECT_URL: secret<string | undefined>(
    postgresUrl,
    undefined,
    'The same database as the owner of its tables, not through a pooler, where the user of DATABASE_URL can log in, too; DATABASE_URL if unset.',
  ),
  DATABASE_REPLICA_URL: secret<string | undefined>(
    postgresUrl,
    undefined,
    'A read replica of the same database, from which the catalog is read while it is up to date; optional.',
  ),
  DATABASE_CA_FILE: variable<string | undefined>(
    authorityFile,
    undefined,
    'File with the certificate of the authority of the database servers; an address without sslmode then has verify-full.',
  ),
  DATABASE_POOL_SIZE: variable(
    integer(2, 500),
    10,
    'Most database connections of one instance; all workers share them, at least four each.',
  ),
  WORKERS: variable<number | 'auto'>(
    workers,
    1,
    'Processes of one instance that serve on the one port, each on a core; auto starts one for each core that may be used.',
  ),
  SOUK_DATA_DIR: variable(
    text,
    '.souk',
    'Folder of the embedded database, and of a note on each error that has ended the server.',
  ),
  BACKUP_DIR: variable<string | undefined>(
    text,
    undefined,
    'Folder of the nightly backups, or off; the folder backups in SOUK_DATA_DIR with the embedded database, none with a DATABASE_URL.',
  ),
  TRUST_PROXY: variable<string[]>(
    trustedProxies,
    [],
    'Proxies whose X-Forwarded-For is trusted: addresses, CIDR ranges, loopback, linklocal, uniquelocal.',
  ),
  LOG_LEVEL: variable(oneOf(LOG_LEVELS), 'info', `One of ${LOG_LEVELS.join(', ')}.`),
  ERROR_HTTP_STATUS: variable(
    oneOf(ERROR_STATUS_MODES),
    'semantic',
    'semantic answers errors with 4xx and 5xx; orders-200 answers those of newOrder with 200, always-200 all, for old clients.',
  ),
  ORDER_UUID: variable(
    oneOf(ORDER_UUID_MODES),
    'uuid',
    'uuid takes UUIDs as order_uuid; opaque also takes 1 to 100 printable characters.',
  ),
  SHUTDOWN_DELAY: variable<number | undefined>(
    integer(0, 15),
    undefined,
    'Seconds from the stop signal, when the server is no longer ready, until it takes no new connection; 8, with the embedded database 1.',
  ),
  SECRET_KEYS: secret<Buffer[]>(
    secretKeys,
    [],
    'Keys for codes and passwords in the database, the newest first, separated by commas; see souk secret-key. The embedded database has one of its own.',
  ),
  LOCALES_DIR: variable<string | undefined>(
    text,
    undefined,
    'Folder of further languages of the console, such as de.json; see docs/translating.md.',
  ),
  SOUK_EXTENSIONS: variable<string[]>(
    names,
    [],
    'Extensions of your own, separated by commas: names of packages, or paths of JavaScript files; see docs/extending.md.',
  ),
  FULFILLMENT_MODULES: variable<string[]>(
    names,
    [],
    'JavaScript files that export fulfillmentHandlers, separated by commas; SOUK_EXTENSIONS replaces it.',
  ),
  METRICS_PORT: variable<number | undefined>(
    integer(0, 65_535),
    undefined,
    'Port of the Prometheus metrics, at /metrics; off if unset.',
  ),
  METRICS_HOST: variable(listenAddress, '127.0.0.1', 'Address on which metrics are served.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable<string | undefined>(
    httpUrl,
    undefined,
    'Address of an OpenTelemetry collector that takes traces by OTLP over HTTP, such as http://localhost:4318; no traces if unset.',
  ),
  SENTINEL_INTERVAL: variable(
    integer(1, 86_400),
    30,
    'Seconds between two checks of orders and ledger by the sentinel.',
  ),
  SEARCH_KEPT_DAYS: variable(
    integer(0, 36_500),
    0,
    'Days for which orders are found by their fields and codes; 0 is for ever. By id and order_uuid they are always found.',
  ),
  WEBHOOK_ALLOW_PRIVATE: variable(
    oneOf(['off', 'on']),
    'off',
    'on lets suppliers, webhooks, notices and the mail server have private, loopback and link-local addresses; off only those that souk private-host allows.',
  ),
  CATALOG_CACHE_MB: variable(
    integer(1, 65_536),
    256,
    'Megabytes of memory for catalog answers that one instance keeps, makes or compresses; ' +
      'beyond it the least recently used ones are dropped.',
  ),
  PICTURES_MB: variable(
    integer(1, 1_000_000),
    1_000,
    'Megabytes (of 1,000,000 bytes) that all pictures of products and categories may take in the database.',
  ),
  MAX_CONNECTIONS: variable(
    integer(10, 1_000_000),
    5_000,
    'Most client connections of one instance; idle ones are closed to make room for new ones.',
  ),
  MAX_ACCOUNT_REQUESTS: variable(
    integer(1, 100_000),
    100,
    'Most new orders, checks, and other answers from memory of one account at a time; ten times as many may wait, the others are answered with 111.',
  ),
  MAX_ACCOUNT_REQUESTS_PER_MINUTE: variable(
    integer(0, 1_000_000),
    0,
    'Most requests of one account a minute, over all instances; 0 is no limit. The others are answered with 111.',
  ),
  MAX_ACCOUNT_CHECKS_PER_MINUTE: variable(
    integer(0, 1_000_000),
    0,
    'Most requests of check and orders of one account a minute; 0 is no limit, and best: many programs take an error there for a lost order, and refund it.',
  ),
  MAX_ACCOUNT_ORDERS_PER_MINUTE: variable(
    integer(0, 1_000_000),
    0,
    'Most new orders of one account a minute, over all instances; 0 is no limit. The others are answered with 111.',
  ),
  HEADERS_TIMEOUT_SECONDS: variable(
    integer(1, 300),
    15,
    'Seconds in which the headers of a request must have arrived.',
  ),
  REQUEST_TIMEOUT_SECONDS: variable(
    integer(1, 300),
    20,
    'Seconds in which a whole request, its body included, must have arrived.',
  ),
  WRITE_TIMEOUT_SECONDS: variable(
    integer(1, 300),
    30,
    'Seconds after which a client that reads nothing of its answer is disconnected.',
  ),
  UNSENT_ANSWERS_MB: variable(
    integer(1, 65_536),
    256,
    'Megabytes of answers that may wait for slow clients in one instance, a quarter of them for one account.',
  ),
  CONSOLE: variable(
    oneOf(['on', 'off']),
    'on',
    'off takes the console and the admin API away: every path below /console and /admin is unknown then.',
  ),
  ERASE_ORDERS_AFTER_DAYS: variable(
    integer(0, 36_500),
    0,
    'Days after which fields, codes and messages of orders are erased; 0 keeps them. What is erased never comes back (docs/erasure.md).',
  ),
  CORS_ORIGINS: variable<string[]>(
    origins,
    [],
    'Origins of browser programs that may call the API, separated by commas; none if unset.',
  ),
} as const satisfies Record<string, Variable<never> | Variable<unknown>>;
