import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CountedOnce } from '../../database/counted-once.js';
import { ServerTasks } from '../../database/server-tasks.js';
import { CodeStockRepository, type FreeCodes } from './stock/code-stock.repository.js';

/** The metric `souk_codes_free`, counted by one server when it is scraped. */
@Injectable()
export class FreeCodesGauge {
  readonly counted: CountedOnce<FreeCodes[]>;

  constructor(registry: Registry, stock: CodeStockRepository, tasks: ServerTasks) {
    const counted = new CountedOnce(tasks, 'free codes', () => stock.freeCodes());
    this.counted = counted;
    new Gauge({
      name: 'souk_codes_free',
      help: 'Free codes of a stock; missing while the database does not answer.',
      labelNames: ['stock'],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const levels = (await counted.read().catch(() => undefined)) ?? [];
        this.reset();
        for (const { stock, free } of levels) this.set({ stock }, free);
      },
    });
  }
}
