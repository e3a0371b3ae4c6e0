import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsServer } from './metrics-server.service.js';

@Module({ controllers: [HealthController], providers: [HealthService, MetricsServer] })
export class HealthModule {}
