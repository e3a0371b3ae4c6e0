import { Module } from '@nestjs/common';
import { ClosingTime } from '../common/http/connection/closing-time.js';
import { Database } from '../database/database.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsServer } from './metrics-server.service.js';

@Module({
  controllers: [HealthController],
  providers: [
    {
      provide: HealthService,
      inject: [Database, ClosingTime],
      useFactory: (database: Database, closing: ClosingTime) =>
        new HealthService(database, closing),
    },
    ClosingTime,
    MetricsServer,
  ],
})
export class HealthModule {}
