import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';

/**
 * Gives every room the process's one Registry. A room that has something to measure injects it and registers its
 * own metric, named `souk_…`; whether anybody reads them is decided elsewhere.
 */
@Module({
  providers: [{ provide: Registry, useFactory: () => new Registry() }],
  exports: [Registry],
})
export class MetricsModule {
  static register() {
    return { module: MetricsModule, global: true };
  }
}
