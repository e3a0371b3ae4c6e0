import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceSettings } from './data-source-options.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { LISTEN_URL, RevisionWatch } from './revision/revision-watch.js';

/** Opens the pool and gives every room the one Database. */
@Module({})
export class DatabaseModule {
  /** @param listenUrl where changes of the shop are watched, directly at the server; undefined: they are not. */
  static register(settings: DataSourceSettings, listenUrl?: string): DynamicModule {
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
      providers: [Database, RevisionWatch, { provide: LISTEN_URL, useValue: listenUrl }],
      exports: [Database, RevisionWatch],
    };
  }
}
