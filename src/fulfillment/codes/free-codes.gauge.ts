import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { readGauge } from '../../common/read-metrics.js';
import { CountedOnce } from '../../database/counted-once.js';
import { ServerTasks } from '../../database/server-tasks.js';
import { CodeStockRepository, type FreeCodes } from './stock/code-stock.repository.js';

/** The free codes of each stock and its mark, counted by one server when they are scraped. */
@Injectable()
export class FreeCodesGauge {
  readonly counted: CountedOnce<FreeCodes[]>;

  constructor(registry: Registry, stock: CodeStockRepository, tasks: ServerTasks) {
    const counted = new CountedOnce(tasks, 'free codes', () => stock.freeCodes());
    this.counted = counted;
    const gauge = (name: string, help: string, valueOf: (level: FreeCodes) => number): void => {
      readGauge(registry, { name, help, label: 'stock' }, counted.read, (level) => [
        level.stock,
        valueOf(level),
      ]);
    };
    gauge(
      'souk_codes_free',
      'Free codes of a stock; missing while the database does not answer.',
      ({ free }) => free,
    );
    gauge(
      'souk_codes_warn_below',
      'The mark of the stock: below it, the operator is warned.',
      ({ lowStock }) => lowStock,
    );
  }
}
