import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceSettings } from './data-source-options.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';

/** Opens the pool and gives every room the one Database. */
@Module({})
export class DatabaseModule {
  static register(settings: DataSourceSettings): DynamicModule {
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
      providers: [Database],
      exports: [Database],
    };
  }
}
