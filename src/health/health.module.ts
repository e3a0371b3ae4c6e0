import { Module } from '@nestjs/common';
import { ClosingTime } from '../common/http/closing-time.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsServer } from './metrics-server.service.js';

@Module({ controllers: [HealthController], providers: [HealthService, ClosingTime, MetricsServer] })
export class HealthModule {}
