import type { Client } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';

/** How long a caller waits for a connection of the pool, in milliseconds. */
const CONNECTION_WAIT = 3_000;
/**
 * How long a statement of a request may take, in milliseconds. Kept by the client, because PgBouncer refuses
 * start-up parameters, and because a frozen server keeps no time-out of its own.
 */
const STATEMENT_WAIT = 6_000;

/** How long a connection serves before it is replaced, in seconds. */
const CONNECTION_LIFETIME = 60;

export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
  /** False for the command line, whose imports and backups may take minutes. */
  readonly statementTimeout: boolean;
}

/** The one way in which Souk opens a database. The schema is made by migrations alone. */
export function dataSourceOptions(settings: DataSourceSettings) {
  return {
    type: 'postgres',
    url: settings.url,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    installExtensions: false,
    connectTimeoutMS: CONNECTION_WAIT,
    poolSize: settings.poolSize,
    applicationName: 'souk',
    extra: {
      keepAlive: true,
      // A connection that a silent network break has cut looks alive for hours; none is used for that long.
      maxLifetimeSeconds: CONNECTION_LIFETIME,
      onConnect: listenForErrors,
      ...(settings.statementTimeout && { query_timeout: STATEMENT_WAIT }),
    },
  } as const satisfies DataSourceOptions;
}

/**
 * Nobody else listens between the pool's giving a connection out and its taker's having it. An error that arrives
 * right then would end the process; so it only fails the next query, like every dead connection.
 */
function listenForErrors(client: Client): void {
  client.on('error', () => undefined);
}
