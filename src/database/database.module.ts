import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceSettings } from './data-source-options.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { ReadReplica, REPLICA_URL } from './read-replica.js';
import { LISTEN_URL, RevisionWatch } from './revision/revision-watch.js';

/** Other ways to the same database. */
interface Nearby {
  /** Where changes of the shop are watched, directly at the server; undefined: they are not. */
  readonly listenUrl?: string | undefined;
  /** Where a read replica is. */
  readonly replicaUrl?: string | undefined;
}

/** Opens the pool and gives every room the one Database. */
@Module({})
export class DatabaseModule {
  static register(
    settings: DataSourceSettings,
    { listenUrl, replicaUrl }: Nearby = {},
  ): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(settings),
          autoLoadEntities: true,
          retryAttempts: 0,
        }),
      ],
      providers: [
        Database,
        ReadReplica,
        RevisionWatch,
        { provide: LISTEN_URL, useValue: listenUrl },
        { provide: REPLICA_URL, useValue: replicaUrl },
      ],
      exports: [Database, ReadReplica, RevisionWatch],
    };
  }
}
