import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClockWatch } from './clock/clock-watch.js';
import { AddressWatch, WATCHED_ADDRESSES } from './address/address-watch.js';
import { DatabaseAddress } from './address/database-address.js';
import { dataSourceOptions, type DataSourceSettings } from './data-source-options.js';
import { Database } from './database.js';
import { ReadReplica, REPLICA_URL } from './read-replica.js';
import { LISTEN_ADDRESS, RevisionWatch } from './revision/revision-watch.js';
import { ServerTasks } from './server-tasks.js';
import { COMMAND_LIMITS, SERVER_LIMITS, TIME_LIMITS } from './time-limits.js';

/** Other connections to the same database. */
interface OtherUrls {
  /** Where to listen for changes of the revisions, not through a pooler; undefined: changes are not watched. */
  readonly listenUrl?: string | undefined;
  /** A read replica, if there is one. */
  readonly replicaUrl?: string | undefined;
}

/** Opens the connection pool and provides Database, ReadReplica, RevisionWatch and ServerTasks to all modules. */
@Module({})
export class DatabaseModule {
  static register(
    settings: DataSourceSettings,
    { listenUrl, replicaUrl }: OtherUrls = {},
  ): DynamicModule {
    const options = dataSourceOptions(settings);
    const { address } = options.extra;
    const listenAddress =
      listenUrl === undefined || listenUrl === settings.url
        ? listenUrl && address
        : new DatabaseAddress(listenUrl, undefined, settings.mayFailOver);
    // Only a process that listens runs for long.
    const addresses = listenAddress ? [...new Set([address, listenAddress])] : [];
    const watched = addresses.filter(({ mayFailOver }) => mayFailOver);
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          ...options,
          autoLoadEntities: true,
          // It would also log each failure, with its stack, that the caller tells.
          toRetry: () => false,
        }),
      ],
      providers: [
        Database,
        ReadReplica,
        RevisionWatch,
        ServerTasks,
        {
          provide: TIME_LIMITS,
          useValue: settings.statementTimeout ? SERVER_LIMITS : COMMAND_LIMITS,
        },
        AddressWatch,
        ClockWatch,
        { provide: LISTEN_ADDRESS, useValue: listenAddress },
        { provide: WATCHED_ADDRESSES, useValue: watched },
        { provide: REPLICA_URL, useValue: replicaUrl },
      ],
      exports: [Database, ReadReplica, RevisionWatch, ClockWatch, ServerTasks],
    };
  }
}
