import { Module } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { showRejections } from './background-rejections.js';
import { RequestMetrics } from './http/request-metrics.js';
import { LanesMetrics } from './lanes.metrics.js';
import { SOUK_VERSION } from './package-version.js';

function newRegistry(): Registry {
  const registry = new Registry();
  showRejections(registry);
  showBuild(registry);
  return registry;
}

function showBuild(registry: Registry): void {
  const build = new Gauge({
    name: 'souk_build_info',
    help: 'The versions of Souk and of Node, as labels; always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
    aggregator: 'first',
  });
  build.set({ version: SOUK_VERSION, node: process.versions.node }, 1);
}

/**
 * Provides the metrics Registry of the process to all modules. A module injects it to register its own metrics, named
 * `souk_…`. Whether they are served is a setting.
 */
@Module({
  providers: [{ provide: Registry, useFactory: newRegistry }, LanesMetrics, RequestMetrics],
  exports: [Registry],
})
export class MetricsModule {
  static register() {
    return { module: MetricsModule, global: true };
  }
}
