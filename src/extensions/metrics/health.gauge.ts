import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { ExtensionHealth } from '../../upkeep/extensions/extension-health.service.js';

/** Whether the extensions of this server are healthy, asked when it is scraped. */
@Injectable()
export class HealthGauge {
  constructor(registry: Registry, health: ExtensionHealth) {
    new Gauge({
      name: 'souk_extension_healthy',
      help: 'Whether the extension says that it is healthy: 1 or 0, only of those that say it.',
      labelNames: ['extension'],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        this.reset();
        for (const { extension, ok } of await health.ask()) this.set({ extension }, ok ? 1 : 0);
      },
    });
  }
}
