import { Global, Module } from '@nestjs/common';
import { Shutdown } from '../common/http/connection/shutdown.js';
import { Database } from '../database/database.js';
import { DataFolderGauge } from './data-folder.gauge.js';
import { DatabaseMetrics } from './database-metrics.js';
import { EndingTokensGauge } from './ending-tokens.gauge.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { JobMetrics } from './job-metrics.js';
import { MetricsServer } from './metrics-server.service.js';

@Global()
@Module({
  controllers: [HealthController],
  providers: [
    {
      provide: HealthService,
      inject: [Database, Shutdown],
      useFactory: (database: Database, shutdown: Shutdown) => new HealthService(database, shutdown),
    },
    Shutdown,
    DatabaseMetrics,
    JobMetrics,
    MetricsServer,
    DataFolderGauge,
    EndingTokensGauge,
  ],
  exports: [Shutdown],
})
export class HealthModule {}
