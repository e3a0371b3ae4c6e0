import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { LoggerModule } from '../common/logger.module.js';
import { ConfigModule } from '../config/config.module.js';
import type { SoukConfig } from '../config/souk-config.js';
import { DatabaseModule } from '../database/database.module.js';
import { AuditModule } from '../operator/audit/audit.module.js';
import { QueueModule } from '../queue/queue.module.js';

/** One command's connections: few, and without a time limit, as imports and backups may take minutes. */
const POOL_SIZE = 2;

/** The shop's services without the HTTP server, as many of its rooms as a command needs. */
@Module({})
export class CliModule {
  static register(
    config: SoukConfig,
    logger: Logger,
    rooms: readonly (Type | DynamicModule)[],
  ): DynamicModule {
    const database = { url: config.DATABASE_URL, poolSize: POOL_SIZE, statementTimeout: false };
    return {
      module: CliModule,
      imports: [
        ConfigModule.register(config),
        LoggerModule.register(logger),
        DatabaseModule.register(database),
        QueueModule.register({ runsJobs: false }),
        AuditModule,
        ...rooms,
      ],
    };
  }
}
