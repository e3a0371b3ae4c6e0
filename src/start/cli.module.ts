import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { LanesModule } from '../common/lanes.js';
import { LoggerModule } from '../common/logger.module.js';
import { TracingModule } from '../common/tracing/tracing.module.js';
import { ConfigModule } from '../config/config.module.js';
import type { SoukConfig } from '../config/souk-config.js';
import { DatabaseModule } from '../database/database.module.js';
import { AuditModule } from '../upkeep/audit/audit.module.js';
import { OperatorsModule } from '../people/operators.module.js';
import { QueueModule } from '../queue/queue.module.js';

/** Names the connections of this command, also through a pooler. */
export const COMMAND_NAME = `souk command ${process.pid}`;

/** A command needs few connections. They have no statement time-out, because imports and backups may take minutes. */
const POOL_SIZE = 2;

/** The services of the application without the HTTP server: only the modules that a command needs. */
@Module({})
export class CliModule {
  static register(
    config: SoukConfig,
    logger: Logger,
    modules: readonly (Type | DynamicModule)[],
  ): DynamicModule {
    const database = {
      url: config.DATABASE_URL,
      poolSize: POOL_SIZE,
      statementTimeout: false,
      applicationName: COMMAND_NAME,
      mayFailOver: config.databaseMayFailOver,
    };
    return {
      module: CliModule,
      imports: [
        ConfigModule.register(config),
        LanesModule.register(),
        LoggerModule.register(logger),
        TracingModule.register(),
        DatabaseModule.register(database),
        QueueModule.register({ runsJobs: false }),
        AuditModule,
        OperatorsModule,
        ...modules,
      ],
    };
  }
}
