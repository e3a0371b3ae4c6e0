import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { LoggerModule } from './common/logger.module.js';
import { MetricsModule } from './common/metrics.module.js';
import { ConfigModule } from './config/config.module.js';
import type { SoukConfig } from './config/souk-config.js';
import { DatabaseModule } from './database/database.module.js';
import { FulfillmentModule } from './fulfillment/fulfillment.module.js';
import { OperatorModule } from './operator/operator.module.js';
import type { FulfillmentHandler } from './orders/delivery/fulfillment-handler.js';
import { QueueModule } from './queue/queue.module.js';

/** One command's connections: few, and without a time limit, as imports and backups may take minutes. */
const POOL_SIZE = 2;

/** The shop's services without the HTTP server. */
@Module({})
export class CliModule {
  static register(
    config: SoukConfig,
    logger: Logger,
    handlers: readonly FulfillmentHandler[],
  ): DynamicModule {
    const database = { url: config.DATABASE_URL, poolSize: POOL_SIZE, statementTimeout: false };
    return {
      module: CliModule,
      imports: [
        ConfigModule.register(config),
        LoggerModule.register(logger),
        MetricsModule.register(),
        DatabaseModule.register(database),
        QueueModule.register({ runsJobs: false }),
        FulfillmentModule.register(handlers),
        OperatorModule,
      ],
    };
  }
}
