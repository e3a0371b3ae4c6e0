import type { DataSourceOptions } from 'typeorm';
import type { SessionTarget } from '../common/postgres-url.js';
import { DatabaseAddress } from './address/database-address.js';
import { DatabaseClient } from './address/database-client.js';

/** How long a caller waits for a connection of the pool. */
const CONNECTION_TIMEOUT_MS = 3_000;
/** How long the operator waits for one, behind whose command nobody else waits. */
const COMMAND_CONNECTION_TIMEOUT_MS = 10_000;
/**
 * How long a statement of a request may take. The client enforces it, because PgBouncer refuses this start-up parameter,
 * and because a frozen server enforces no time-out.
 */
const STATEMENT_TIMEOUT_MS = 6_000;

/** After this silence the kernel asks whether the server's host is still there, instead of after two hours. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** How long a connection is used before it is replaced. */
const CONNECTION_LIFETIME_SECONDS = 60;

export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
  /** False for the command line, whose imports and backups may take minutes. */
  readonly statementTimeout: boolean;
  /** Names the connections in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** What a server must be where `url` does not say it; one that can be written when left out. */
  readonly defaultTarget?: SessionTarget;
  /** Whether `url` may lead to another server one day; true when left out. */
  readonly mayFailOver?: boolean;
}

/** The options of every data source of Souk. Only migrations change the schema. */
export function dataSourceOptions(settings: DataSourceSettings) {
  const address = new DatabaseAddress(settings.url, settings.defaultTarget, settings.mayFailOver);
  return {
    type: 'postgres',
    url: address.url,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    installExtensions: false,
    connectTimeoutMS: settings.statementTimeout
      ? CONNECTION_TIMEOUT_MS
      : COMMAND_CONNECTION_TIMEOUT_MS,
    poolSize: settings.poolSize,
    applicationName: settings.applicationName ?? 'souk',
    extra: {
      Client: DatabaseClient,
      address,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      // A connection that the network has dropped silently looks open for hours; none is used for that long.
      maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
      ...(settings.statementTimeout && { query_timeout: STATEMENT_TIMEOUT_MS }),
    },
  } as const satisfies DataSourceOptions;
}
