import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { sharedRead } from '../../common/shared-read.js';
import { ServerTasks } from '../../database/server-tasks.js';
import type { RoundResult } from './sentinel-round.service.js';
import { SENTINEL } from './sentinel.service.js';

/** What the last round of the sentinel has found, on whichever server it took place. */
@Injectable()
export class SentinelGauges {
  constructor(registry: Registry, tasks: ServerTasks) {
    // While the database is away, the gauges stay as they are.
    const last = sharedRead(() => tasks.last<RoundResult>(SENTINEL).catch(() => undefined));
    new Gauge({
      name: 'souk_ledger_faulty_accounts',
      help: 'Accounts whose orders are stopped because their books are wrong.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const round = await last();
        if (round) this.set(round.result.faulty);
      },
    });
    const lastRun = new Gauge({
      name: 'souk_sentinel_last_run_timestamp_seconds',
      help: 'When the sentinel last finished a look at the books; missing before its first one in this database.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const round = await last();
        if (round) this.set(round.endedAt);
      },
    });
    // Else it would be 0, and the sentinel seem to have stopped in 1970.
    lastRun.remove();
  }
}
