import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CodeStockRepository } from './stock/code-stock.repository.js';

/** The metric `souk_codes_free`, counted when it is scraped. */
@Injectable()
export class FreeCodesGauge {
  constructor(registry: Registry, stock: CodeStockRepository) {
    new Gauge({
      name: 'souk_codes_free',
      help: 'Free codes of a stock; missing while the database does not answer.',
      labelNames: ['stock'],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        this.reset();
        for (const level of await stock.freeCodes().catch(() => [])) {
          this.set({ stock: level.stock }, level.free);
        }
      },
    });
  }
}
