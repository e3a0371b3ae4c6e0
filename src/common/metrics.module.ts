import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { showRejections } from './background-rejections.js';
import { LanesMetrics } from './lanes.metrics.js';

function newRegistry(): Registry {
  const registry = new Registry();
  showRejections(registry);
  return registry;
}

/**
 * Provides the metrics Registry of the process to all modules. A module injects it to register its own metrics, named
 * `souk_…`. Whether they are served is a setting.
 */
@Module({
  providers: [{ provide: Registry, useFactory: newRegistry }, LanesMetrics],
  exports: [Registry],
})
export class MetricsModule {
  static register() {
    return { module: MetricsModule, global: true };
  }
}
